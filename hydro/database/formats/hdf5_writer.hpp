#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Writes an HDF5 file in memory: contiguous datasets of doubles or text, without times, so that
/// equal contents give equal bytes. Paths are absolute; groups above them are made. Not
/// thread-safe. Every call throws Error(kInternal) where the library fails.
class Hdf5Writer {
 public:
  Hdf5Writer();
  ~Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  /// @param shape  empty for a scalar
  /// @param values as many as the shape says, the last index running fastest
  void write_array(const std::string& path, const std::vector<Eigen::Index>& shape,
                   std::span<const double> values);

  /// A scalar string.
  void write_text(const std::string& path, const std::string& text);

  /// Strings of one length, padded with NUL, rank 1.
  void write_texts(const std::string& path, const std::vector<std::string>& texts);

  /// A text attribute of a dataset, or of the root where `path` is "/".
  void write_attribute(const std::string& path, const std::string& name, const std::string& text);

  /// Makes a dataset of rank 1 a dimension scale of its own name (a coordinate).
  void make_scale(const std::string& path);

  /// Names the dimensions of a dataset by scales of the root.
  void attach_scales(const std::string& path, const std::vector<std::string>& scales);

  /// The file so far.
  std::vector<std::byte> image() const;

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

}  // namespace raftup::hydro
