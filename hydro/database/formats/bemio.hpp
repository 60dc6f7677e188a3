#pragma once

#include <cstddef>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Group of a BEMIO file in which Raftup stores rounding errors. A dataset below this group, at the
/// path of a dataset of normalized numbers, contains the exact SI values minus the products of
/// normalized numbers and scale.
inline constexpr const char* kBemioRounding = "/raftup/rounding";

/// Group of a BEMIO file in which Raftup stores findings, sources and history. Other programs
/// ignore it.
inline constexpr const char* kBemioProvenance = "/raftup/";

/// Writes a database as a BEMIO HDF5 file, for WEC-Sim and other programs that read such files:
/// with normalized numbers, angles in degrees and the group names that read_bemio() expects. If a
/// normalized number does not reproduce the SI value bit for bit, the difference is stored below
/// kBemioRounding, which only read_bemio() reads; with it nothing is lost.
/// @throws Error(kInvalidArgument) if the database has quadratic transfer functions, since BEMIO
///          stores only those of one pair of directions
/// @throws Error(kInternal) if the HDF5 library fails
std::vector<std::byte> write_bemio(const Database& database);

}  // namespace raftup::hydro
