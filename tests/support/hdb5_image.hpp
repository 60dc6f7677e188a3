#pragma once

#include <cstddef>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::testing {

/// A database as an HDB5 file of version 2. Its frequencies, directions and delays must be uniform;
/// body positions are the centres of gravity, to which the phases of the forces are taken. Deep
/// water only.
std::vector<std::byte> hdb5_image(const hydro::Database& database);

}  // namespace raftup::testing
