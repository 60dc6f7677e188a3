#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

class Hdf5File;

/// A database in Raftup's own layout, as hydro/database/README.md describes it: HDF5 that is also
/// NetCDF-4, SI, self-describing. read_raftup() gives back every number to the bit.
/// @throws Error(kInternal) where the HDF5 library fails
std::vector<std::byte> write_raftup(const Database& database);

/// Whether an HDF5 file is of Raftup's own layout: by the root's attribute `format`.
bool is_raftup(const Hdf5File& file);

/// Reads Raftup's own layout: every number to the bit, with its sources, history and findings.
/// @throws Error(kInvalidArgument) naming the dataset, the rule and the value
Database read_raftup(std::span<const std::byte> image);

}  // namespace raftup::hydro
