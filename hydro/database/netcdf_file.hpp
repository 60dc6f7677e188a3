/// @file Access to NetCDF files of both kinds: NetCDF-4 through Hdf5File, NetCDF-3 through a parser
///         in this folder.
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

/// An array of numbers with named dimensions; the last dimension varies fastest.
struct NamedArray {
  /// Number of values along each dimension; empty for a scalar.
  std::vector<std::string> dimensions;
  /// Number of values along each of `dimensions`; empty for a scalar.
  std::vector<Eigen::Index> shape;
  std::vector<double> values;
};

/// A NetCDF file of either kind from an untrusted source. Everything that the file declares is
/// checked against its size before memory is allocated.
class NetcdfFile {
 public:
  virtual ~NetcdfFile() = default;

  /// Returns true if the file has a variable with this name.
  virtual bool contains(const std::string& variable) const = 0;

  /// Returns the numbers of a variable with the names of its dimensions.
  /// @throws Error(kInvalidArgument) if the variable does not exist, is damaged or does not contain
  ///          numbers
  virtual NamedArray read_array(const std::string& variable) const = 0;

  /// Returns the strings of a variable with no or one dimension, without padding. In NetCDF-3,
  /// where text is an array of characters, the last dimension is the length of the strings and is
  /// not counted.
  /// @throws Error(kInvalidArgument) if the variable does not exist, is damaged or does not contain
  ///          text
  virtual std::vector<std::string> read_texts(const std::string& variable) const = 0;
};

/// Returns true if the first bytes are those of a NetCDF-3 file: "CDF" and a version.
bool is_netcdf3(std::span<const std::byte> image);

/// Opens a file as NetCDF-3 (classic, 64-bit offset or 64-bit data) or NetCDF-4, depending on its
/// first bytes.
/// @param image the whole file; must outlive the result
/// @throws Error(kInvalidArgument) if it is neither, or damaged
std::unique_ptr<NetcdfFile> open_netcdf(std::span<const std::byte> image);

/// Reader of NetCDF-3 files of the versions 1 (classic), 2 (64-bit offset) and 5 (64-bit data),
/// which are big-endian. Attributes are ignored, since the units that they name are not reliable.
/// @source NetCDF classic format specification, Unidata
class Netcdf3File final : public NetcdfFile {
 public:
  /// @param image the whole file; must outlive this object
  /// @throws Error(kInvalidArgument) if the header is damaged
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
