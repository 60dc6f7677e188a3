/// @file Objects of the HDF5 library for use inside hydro/database: identifiers that are closed
///         automatically, and the checks of the objects of an untrusted file.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <utility>

namespace raftup::hydro {

/// Owner of one identifier of the HDF5 library, which its destructor closes. A negative identifier
/// means none.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  ~Hdf5Handle() {
    if (valid()) close_(id_);
  }
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(Hdf5Handle&&) = delete;

  bool valid() const { return id_ >= 0; }
  hid_t get() const { return id_; }

 private:
  hid_t id_;
  Close close_;
};

/// Suppresses the error messages that the HDF5 library prints, as long as this object exists. The
/// destructor restores the previous setting.
class Hdf5Silence {
 public:
  Hdf5Silence() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Hdf5Silence() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
  Hdf5Silence(const Hdf5Silence&) = delete;
  Hdf5Silence& operator=(const Hdf5Silence&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// Greatest ratio of the bytes that a dataset may declare to the bytes of the file.
inline constexpr std::uint64_t kMaximumExpansion = 1000;
/// Greatest number of bytes of the data of one file.
inline constexpr std::uint64_t kMaximumBytes = std::uint64_t{512} << 20;

/// Checks every link and object below the root group of a file.
/// @param file_size size of the file [bytes]
/// @throws Error(kInvalidArgument) for the first object that violates a rule of Hdf5File
void check_every_object(hid_t file, std::uint64_t file_size);

/// Returns the number of bytes that a dataset declares: its element size times the product of its
/// extents.
/// @throws Error(kInvalidArgument) if the number exceeds 64 bits
std::uint64_t declared_bytes(hid_t dataset, const std::string& path);

/// Checks the size of a dataset against kMaximumBytes and against kMaximumExpansion times the size
/// of the file.
/// @throws Error(kInvalidArgument) if it is larger than either
void check_size(const std::string& path, std::uint64_t bytes, std::uint64_t file_size);

}  // namespace raftup::hydro
