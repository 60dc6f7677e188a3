/// @file NetCDF files of either kind: NetCDF-4 by Hdf5File, NetCDF-3 by a reader of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
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

  /// Returns a variable with the names of its dimensions.
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

/// Reader of NetCDF-3: "CDF" 1 (classic), 2 (64-bit offset) and 5 (64-bit data), big-endian.
/// Attributes are skipped: what they say of units is not to be trusted.
/// @source NetCDF classic format specification, Unidata
class Netcdf3File final : public NetcdfFile {
 public:
  /// @param image the whole file; must outlive this object
  /// @throws Error(kInvalidArgument) where its header is damaged
  explicit Netcdf3File(std::span<const std::byte> image);

  bool contains(const std::string& variable) const override;
  NamedArray read_array(const std::string& variable) const override;
  std::vector<std::string> read_texts(const std::string& variable) const override;

 private:
  struct Dimension {
    std::string name;
    std::uint64_t size;
    bool is_record;
  };
  struct Variable {
    std::vector<std::size_t> dimensions;
    std::uint32_t type;
    std::uint64_t begin;
  };
  class Header;

  const Variable& find(const std::string& name) const;
  std::uint64_t value_count(const std::string& name, const Variable& variable) const;
  std::span<const std::byte> data_of(const std::string& name, const Variable& variable) const;

  std::span<const std::byte> image_;
  std::vector<Dimension> dimensions_;
  std::map<std::string, Variable> variables_;
};

}  // namespace raftup::hydro
