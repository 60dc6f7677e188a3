#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace raftup::testing {

/// The variables of a small Capytaine dataset, for tests to change before they become a file.
struct CapytaineFields {
  struct Array {
    std::vector<std::string> dimensions;
    std::vector<std::size_t> shape;
    std::vector<double> values;
  };
  std::map<std::string, Array> arrays;
  std::map<std::string, std::vector<std::string>> texts;  ///< along a dimension of the same name

  /// Gives an array its dimensions in another order.
  void transpose(const std::string& name, const std::vector<std::size_t>& order);

  /// Keeps one frequency in every array.
  void select_frequency(std::size_t index);

  /// The bytes of a NetCDF-3 file. @param version 1, 2 or 5
  std::vector<std::byte> netcdf3(int version) const;

  /// The bytes of a NetCDF-4 file.
  std::vector<std::byte> netcdf4() const;
};

inline constexpr double kSmallAddedMass = 100.0;

/// One body "buoy" of version 3 with center of mass (0, 0, -1), 8 m3 in 1000 kg/m3: omega 0, .5, 1,
/// 1.5 and infinity, directions 0 and 1.5 rad, A_ii = 100 + 10 k and A_15 = 7, B_ii = 2,
/// X_i = (i + 1) (2 + .5 i) as filed.
CapytaineFields small_capytaine();

}  // namespace raftup::testing
