#pragma once

#include <cstddef>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// A database in Raftup's own layout, as hydro/database/README.md describes it: HDF5 that is also
/// NetCDF-4, SI, self-describing. read_raftup() gives back every number to the bit.
/// @throws Error(kInternal) where the HDF5 library fails
std::vector<std::byte> write_raftup(const Database& database);

}  // namespace raftup::hydro
