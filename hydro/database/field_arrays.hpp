/// @file Conversion between the wave field of a database and arrays with named dimensions.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/arrays.hpp"
#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Returns the arrays of the wave field of a database: NAME/point (the numbers of the points),
/// NAME/points [m], NAME/body, NAME/diffraction [m/m] and NAME/radiation [m/(m/s), m/(rad/s)]; none
/// if it has no points.
/// @param name     first part of the names
/// @param database must outlive the arrays
std::vector<DatabaseArray> arrays_of_field(const std::string& name, const Database& database);

/// Reads a wave field from arrays; it is the inverse of arrays_of_field(). The field is empty if
/// the source has no points. Only shapes and bodies are checked.
/// @param database has the bodies, the frequencies [rad/s] and the wave directions [rad]
/// @throws Error(kInvalidArgument) with the name of an array that is missing, has the wrong shape
///         or names a body that does not exist
WaveField read_field(const ArraySource& source, const std::string& name, const Database& database);

}  // namespace raftup::hydro
