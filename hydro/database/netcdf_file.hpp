#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Numbers with named dimensions, the last running fastest.
struct NamedArray {
  std::vector<std::string> dimensions;
  std::vector<Eigen::Index> shape;  ///< as many as dimensions; empty for a scalar
  std::vector<double> values;
};

/// A NetCDF file of either kind, distrusted: everything that it declares is checked against its
/// size before memory is taken.
class NetcdfFile {
 public:
  virtual ~NetcdfFile() = default;

  virtual bool contains(const std::string& variable) const = 0;

  /// @throws Error(kInvalidArgument) where it is absent, damaged or not of numbers
  virtual NamedArray read_array(const std::string& variable) const = 0;

  /// Strings of a variable of rank 0 or 1, padding taken off. In NetCDF-3, whose text is arrays of
  /// characters, the last dimension is their length.
  /// @throws Error(kInvalidArgument) where it is absent, damaged or not of text
  virtual std::vector<std::string> read_texts(const std::string& variable) const = 0;
};

/// Whether the first bytes are those of NetCDF-3: "CDF" and a version.
bool is_netcdf3(std::span<const std::byte> image);

/// Opens NetCDF-3 (classic, 64-bit offset or 64-bit data) or NetCDF-4 by its first bytes.
/// @param image the whole file; must outlive the result
/// @throws Error(kInvalidArgument) where it is neither, or damaged
std::unique_ptr<NetcdfFile> open_netcdf(std::span<const std::byte> image);

}  // namespace raftup::hydro
