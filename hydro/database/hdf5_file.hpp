#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hydro/database/filed_array.hpp"

namespace raftup::hydro {

/// Whether the first bytes are those of HDF5.
bool is_hdf5(std::span<const std::byte> image);

/// An HDF5 file that somebody else wrote, opened for reading and distrusted.
/// It is read from memory, so the bytes that were digested are the bytes that are parsed. Opening
/// visits every object and refuses, with Error(kInvalidArgument) that names object, rule and value:
///  - soft, external and user-defined links, external storage, virtual layouts;
///  - filters other than shuffle, deflate and fletcher32;
///  - datasets that declare more than 1000 times the file's size, or more than 512 MiB.
/// All reads together may not exceed those two bounds either, whatever the file repeats.
/// The HDF5 library itself can crash on damaged bytes: files from strangers belong in a process of
/// their own. Not thread-safe.
class Hdf5File {
 public:
  /// @param image the whole file; copied
  /// @throws Error(kInvalidArgument) where it is not an HDF5 file or breaks a rule above
  explicit Hdf5File(std::span<const std::byte> image);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  /// Whether every group of the absolute path and its last object exist.
  bool contains(const std::string& path) const;

  /// Whether the dataset at `path` holds text.
  bool is_text(const std::string& path) const;

  /// The text of the root's attribute `name`; empty where there is none or it is no text.
  std::string read_root_attribute(const std::string& name) const;

  /// Names of the dimension scales of a dataset, without their folders; "" where one has none.
  /// @throws Error(kInvalidArgument) where it is absent
  std::vector<std::string> dimension_names(const std::string& path) const;

  /// Numbers of a dataset: IEEE floats or integers of up to 8 bytes, rank <= 8, as doubles; the
  /// truth values of h5py as 0 and 1.
  /// @throws Error(kInvalidArgument) where it is absent or of another type
  FiledArray read_array(const std::string& path) const;

  /// A dataset with exactly one number, of any rank.
  double read_number(const std::string& path) const;

  /// A dataset with exactly one string, of fixed or variable length, its padding taken off.
  std::string read_text(const std::string& path) const;

  /// A dataset of strings of rank 0 or 1, or of single characters of rank 2, a text a row; their
  /// padding taken off, as UTF-8.
  std::vector<std::string> read_texts(const std::string& path) const;

  /// The one text whose characters a dataset of rank 1 holds, as NetCDF writes a single name; none
  /// where its entries are no single characters.
  std::optional<std::string> read_character_row(const std::string& path) const;

 private:
  struct Handles;

  void spend(const std::string& path, std::uint64_t bytes) const;

  std::unique_ptr<Handles> handles_;
  std::uint64_t size_ = 0;
  mutable std::uint64_t bytes_read_ = 0;
};

}  // namespace raftup::hydro
