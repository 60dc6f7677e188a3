#pragma once

#include <cstddef>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// A database as a BEMIO HDF5 file, for WEC-Sim and the programs that read its files: normalised
/// numbers, degrees, the group names of formats that read_bemio() knows. Where the normalised
/// numbers do not give back the SI value to the bit, the rest stands below /raftup/rounding, where
/// only read_bemio() looks: with it nothing is lost. Findings, sources and history stand below
/// /raftup.
/// @throws Error(kInvalidArgument) where there are qtfs, of which BEMIO holds one pair of
/// directions
/// @throws Error(kInternal) where the HDF5 library fails
std::vector<std::byte> write_bemio(const Database& database);

}  // namespace raftup::hydro
