#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Checks that every shape agrees, every number is finite, grids ascend strictly, frequencies,
/// density, gravity and depth are positive, the density is that of a liquid in kg/m3, volumes are
/// not negative and wave directions span less than a full circle.
/// @throws Error(kInvalidArgument) naming the first member that breaks a rule, the rule and the
/// value
void validate(const Database& database);

/// The only door to a Database that others may rely on: validates `filed` and appends what the
/// checks have to say to its findings.
/// @throws Error(kInvalidArgument) as validate() does
Database make_database(Database filed);

}  // namespace raftup::hydro
