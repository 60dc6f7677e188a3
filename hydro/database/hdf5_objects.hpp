/// @file Objects of the HDF5 library, private to hydro/database: identifiers that close themselves,
/// and what those of a distrusted file must be.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <utility>

namespace raftup::hydro {

/// One identifier of the HDF5 library and the function that closes it. Negative = none.
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

/// While it lives the HDF5 library prints no error stack; the host's own setting comes back after.
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

inline constexpr std::uint64_t kMaximumExpansion = 1000;  ///< bytes declared per byte of file
inline constexpr std::uint64_t kMaximumBytes = std::uint64_t{512} << 20;  ///< of one file's data

/// Visits every link and object below the root.
/// @throws Error(kInvalidArgument) for the first one that breaks a rule of Hdf5File
void check_every_object(hid_t file, std::uint64_t file_size);

/// Bytes that a dataset declares, element size times extents, refused where 64 bits overflow.
std::uint64_t declared_bytes(hid_t dataset, const std::string& path);

/// Checks the size of a dataset against kMaximumBytes and against kMaximumExpansion times the size
/// of the file.
/// @throws Error(kInvalidArgument) if it is larger than either
void check_size(const std::string& path, std::uint64_t bytes, std::uint64_t file_size);

}  // namespace raftup::hydro
