/// @file Conversion between the sections of a database and arrays with named dimensions.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/arrays.hpp"
#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Returns the arrays of the S sections of a database; none if it has no sections. With the
/// dimension NAME/station of S sections and the dimension `dof` of the six dofs of a body, they are
/// NAME/x [m] and NAME/body (station); NAME/still_water_force [N, N m] (station, dof);
/// NAME/hydrostatic_stiffness [N/m, N, N m] (station, dof, displaced_dof); NAME/added_mass and
/// NAME/radiation_damping (station, omega, dof, radiating_dof); NAME/excitation_force [N/m, N]
/// (complex, station, omega, wave_direction, dof).
/// @param name     first part of the names
/// @param database must outlive the arrays
std::vector<DatabaseArray> arrays_of_sections(const std::string& name, const Database& database);

/// Returns the array NAME/mode_stiffness [N/m, N] (station, dof, mode) of the sections of a database
/// with modes of beams; none for other databases. It must come after the arrays of the modes, one of
/// which is the scale of its last dimension.
/// @param modes name of that dimension
std::vector<DatabaseArray> arrays_of_mode_stiffness(const std::string& name,
                                                    const std::string& modes,
                                                    const Database& database);

/// Reads sections from arrays; it is the inverse of arrays_of_sections(). There are none if the
/// source has no array NAME/x. Only shapes and bodies are checked.
/// @param database has the bodies, the frequencies [rad/s] and the wave directions [rad]
/// @throws Error(kInvalidArgument) with the name of an array that is missing, has the wrong shape
///         or names a body that does not exist
std::vector<SectionRows> read_sections(const ArraySource& source, const std::string& name,
                                       const Database& database);

}  // namespace raftup::hydro
