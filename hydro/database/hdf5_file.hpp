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

/// Returns true if the first bytes are those of an HDF5 file.
bool is_hdf5(std::span<const std::byte> image);

/// An HDF5 file from an untrusted source, opened for reading. The file is read from memory, so that
/// the bytes that were hashed are the bytes that are parsed. The constructor visits every object of
/// the file and throws Error(kInvalidArgument), with the object, the rule and the value, if it
/// finds
///  - soft, external or user-defined links, external storage or virtual layouts;
///  - filters other than shuffle, deflate and fletcher32;
///  - datasets that declare more than 1000 times the size of the file, or more than 512 MiB.
/// The total size of all data that are read may not exceed these two bounds either, even if the
/// same data are read repeatedly. The HDF5 library itself can crash on damaged bytes; files from
/// strangers must therefore be read in a separate process. Not thread-safe.
class Hdf5File {
 public:
  /// @param image the whole file; its bytes are copied
  /// @throws Error(kInvalidArgument) if it is not an HDF5 file or violates a rule of this class
  explicit Hdf5File(std::span<const std::byte> image);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  /// Returns true if the object at an absolute path exists.
  bool contains(const std::string& path) const;

  /// Returns true if the dataset at `path` contains text.
  bool is_text(const std::string& path) const;

  /// Returns the text of the attribute `name` of the root group; empty if it does not exist or is
  /// not text.
  std::string read_root_attribute(const std::string& name) const;

  /// Returns the names of the dimension scales of a dataset, without their folders; a name is empty
  /// if the dimension has no scale.
  /// @throws Error(kInvalidArgument) if the dataset does not exist
  std::vector<std::string> dimension_names(const std::string& path) const;

  /// Reads the numbers of a dataset as doubles. The dataset may contain IEEE floating-point numbers
  /// or integers of up to 8 bytes, with up to 8 dimensions. Truth values as h5py writes them become
  /// 0 and 1.
  /// @throws Error(kInvalidArgument) if the dataset does not exist or is of another type
  FiledArray read_array(const std::string& path) const;

  /// Reads a dataset that has exactly one number, with any number of dimensions.
  double read_number(const std::string& path) const;

  /// Reads a dataset that has exactly one string, of fixed or variable length. Padding is removed.
  std::string read_text(const std::string& path) const;

  /// Reads the texts of a dataset as UTF-8 without padding. The dataset is a string, a
  /// one-dimensional array of strings, or a two-dimensional array of characters with one text per
  /// row.
  std::vector<std::string> read_texts(const std::string& path) const;

  /// Reads a one-dimensional array of single characters as one text, since NetCDF writes a single
  /// name in this way. Returns nothing if the elements of the dataset are not single characters.
  std::optional<std::string> read_character_row(const std::string& path) const;

 private:
  struct Handles;

  void spend(const std::string& path, std::uint64_t bytes) const;

  std::unique_ptr<Handles> handles_;
  std::uint64_t size_ = 0;
  mutable std::uint64_t bytes_read_ = 0;
};

}  // namespace raftup::hydro
