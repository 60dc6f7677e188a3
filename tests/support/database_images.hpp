#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"

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

/// The same body with four modes whose dofs stand among the six of the body, "bend3" first. Every
/// number of a mode depends on the places i and j of its row and column in this file, from 0: A = 1 + i j
/// + 100 [i = j], B = 2 [i = j], X = 1 + i, K = .5 (1 + i j), M = 40 [i = j] + .1 (1 + i j).
CapytaineFields flexible_capytaine();

/// A database as an HDB5 file of version 2. Its frequencies, directions and delays must be uniform;
/// body positions are the centres of gravity, to which the phases of the forces are taken. Deep
/// water only.
std::vector<std::byte> hdb5_image(const hydro::Database& database);

/// Files of one run of WAMIT with one body: A' = 1 and B' = .5 on the diagonal, 3 s and 6 s, omega
/// 0 and infinity; X' = 3 + 4 i, drift 2, directions 0 and 90 degrees.
std::string wamit_radiation();
std::string wamit_forces();
std::string wamit_drift();
std::string wamit_hydrostatics();

/// The same run as WAMIT's .out, of phase 53 degrees.
std::string wamit_output();

/// A database of Diodore: 2 s and 4 s, headings 0 and 180 degrees, A = 1000 and B = 100 on the
/// diagonal, X = 500 at a phase of .5 rad.
std::string diodore_text();

}  // namespace raftup::testing
