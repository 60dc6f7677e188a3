#pragma once

#include <cstdint>
#include <map>

#include "hydro/database/netcdf_file.hpp"

namespace raftup::hydro {

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
