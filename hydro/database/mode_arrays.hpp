/// @file Conversion between the modes of a database and arrays with named dimensions.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/arrays.hpp"
#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Returns the arrays of the M modes of a database; none if it has no modes. With the dimensions
/// NAME/mode and NAME/other_mode of M modes they are NAME/body, NAME/dof and NAME/damping_ratio
/// (mode); NAME/mass [kg], NAME/stiffness and NAME/restoring [N/m] (mode, other_mode);
/// NAME/rigid_mass [kg, kg m] and NAME/rigid_restoring [N/m, N] (mode, dof). Shapes of beams are
/// NAME/plane (1 vertical, 2 horizontal, 3 torsion, 0 at points, 4 unknown), NAME/axis_y and NAME/axis_z [m]
/// (mode), NAME/x [m], NAME/deflection and NAME/slope (mode, NAME/node). Shapes at points are
/// NAME/points [m] (NAME/point, xyz), NAME/point_body (NAME/point) and NAME/shape (NAME/point,
/// mode, xyz).
/// @param name     first part of the names
/// @param database must outlive the arrays
std::vector<DatabaseArray> arrays_of_modes(const std::string& name, const Database& database);

/// Reads modes from arrays; it is the inverse of arrays_of_modes(). There are none if the source
/// has no array NAME/dof. Only shapes are checked.
/// @param database has the bodies
/// @throws Error(kInvalidArgument) with the name of an array that is missing, has the wrong shape
///         or names a body that does not exist
GeneralisedModes read_modes(const ArraySource& source, const std::string& name,
                            const Database& database);

}  // namespace raftup::hydro
