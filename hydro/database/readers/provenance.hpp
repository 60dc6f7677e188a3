#pragma once

#include <string>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

class Hdf5File;

/// Adds the sources, history and findings that write_provenance() put below `prefix`.
/// @throws Error(kInvalidArgument) where their lists differ in length
void read_provenance(const Hdf5File& file, const std::string& prefix, Database& database);

}  // namespace raftup::hydro
