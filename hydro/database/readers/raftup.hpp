#pragma once

#include <cstddef>
#include <span>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

class Hdf5File;

/// Whether an HDF5 file is of Raftup's own layout: by the root's attribute `format`.
bool is_raftup(const Hdf5File& file);

/// Reads Raftup's own layout, as write_raftup() writes it and hydro/database/README.md describes
/// it: every number to the bit, with its sources, history and findings.
/// @throws Error(kInvalidArgument) naming the dataset, the rule and the value
Database read_raftup(std::span<const std::byte> image);

}  // namespace raftup::hydro
