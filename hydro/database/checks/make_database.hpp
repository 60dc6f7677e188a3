#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// The only door to a Database that others may rely on: validates `filed` and appends what the
/// checks have to say to its findings. Findings of checks that the data keep by now, as after a
/// repair, go to the history.
/// @throws Error(kInvalidArgument) as validate() does
Database make_database(Database filed);

}  // namespace raftup::hydro
