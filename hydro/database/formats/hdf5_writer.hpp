#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Writes an HDF5 file in memory. It contains contiguous datasets of doubles or text and no dates,
/// so that equal contents give equal bytes. Paths are absolute; the groups that contain a dataset
/// are created automatically. Not thread-safe. Every function throws Error(kInternal) if the HDF5
/// library fails.
class Hdf5Writer {
 public:
  Hdf5Writer();
  ~Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  /// Writes a dataset of numbers.
  /// @param shape  number of values along each dimension; empty for a scalar
  /// @param values the numbers, as many as the shape requires, with the last index varying fastest
  void write_array(const std::string& path, const std::vector<Eigen::Index>& shape,
                   std::span<const double> values);

  /// Writes a dataset that contains one string.
  void write_text(const std::string& path, const std::string& text);

  /// Writes a one-dimensional dataset of strings, which are padded with NUL to the same length.
  void write_texts(const std::string& path, const std::vector<std::string>& texts);

  /// Writes a text attribute of a dataset, or of the root group if `path` is "/".
  void write_attribute(const std::string& path, const std::string& name, const std::string& text);

  /// Makes a one-dimensional dataset a dimension scale (a coordinate) that has the name of the
  /// dataset.
  void make_scale(const std::string& path);

  /// Names the dimensions of a dataset by dimension scales of the root group.
  /// @param scales name of one scale per dimension
  void attach_scales(const std::string& path, const std::vector<std::string>& scales);

  /// Returns the bytes of the file as written so far.
  std::vector<std::byte> image() const;

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

}  // namespace raftup::hydro
