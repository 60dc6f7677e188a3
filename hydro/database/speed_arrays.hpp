/// @file Conversion between the excitation at speed of a database and arrays with named dimensions.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/arrays.hpp"
#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Returns the arrays of the excitation at speed of a database: forward_speed [m/s] and NAME [N/m,
/// N] over complex, forward_speed, omega, wave_direction and influenced_dof; none if it has no speeds.
/// @param name     name of the forces
/// @param database must outlive the arrays
std::vector<DatabaseArray> arrays_at_speed(const std::string& name, const Database& database);

/// Reads the excitation at speed from arrays; it is the inverse of arrays_at_speed(). The result is
/// empty if the source has none.
/// @param database has the bodies, the frequencies [rad/s] and the wave directions [rad]
/// @throws Error(kInvalidArgument) with the name of an array that is missing or has the wrong shape
SpeedExcitation read_at_speed(const ArraySource& source, const std::string& name,
                              const Database& database);

}  // namespace raftup::hydro
