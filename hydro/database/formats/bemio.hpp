#pragma once

#include <cstddef>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Below it stands, at the path of a dataset, what rounding took from its normalised numbers: SI
/// value minus product of filed number and scale.
inline constexpr const char* kBemioRounding = "/raftup/rounding";

/// Below it stand findings, sources and history. Other readers ignore both.
inline constexpr const char* kBemioProvenance = "/raftup/";

/// A database as a BEMIO HDF5 file, for WEC-Sim and the programs that read its files: normalised
/// numbers, degrees, the group names of formats that read_bemio() knows. Where the normalised
/// numbers do not give back the SI value to the bit, the rest stands below kBemioRounding, where
/// only read_bemio() looks: with it nothing is lost.
/// @throws Error(kInvalidArgument) where there are qtfs, of which BEMIO holds one pair of
/// directions
/// @throws Error(kInternal) where the HDF5 library fails
std::vector<std::byte> write_bemio(const Database& database);

}  // namespace raftup::hydro
