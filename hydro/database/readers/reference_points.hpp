/// @file Check of the points that coefficients refer to, for files that do not contain these
///         points.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Adds the moment of the weight about P to stiffnesses that lack it: - rho g V (z_G - z_P) in roll and
/// pitch, rho g V (x_G - x_P) and rho g V (y_G - y_P) in the yaw of a heeled body.
/// @param points reference points P of the stiffnesses, one per body [m]
/// @source WAMIT user manual, "Hydrostatic data"
void add_moment_of_weight(const std::vector<Vector3>& points, Database& database);

/// Compares the assumed reference points of the coefficients of a database with the points that
/// follow from the excitation in long waves (reference_point_evidence()). An assumed point is the
/// one from the user or else the center of gravity. If the data cannot decide and it matters, a
/// finding reports which point was assumed.
/// @param database valid; its coefficients have been transformed to the centers of gravity
/// @param points   assumed points from which the coefficients were transformed, one per body [m]
/// @param files    names of the files, for messages
/// @throws Error(kInvalidArgument) if the data contradict a point, unless options.accepted_checks
///          contains "reference_point"
void check_reference_points(Database& database, const std::vector<Vector3>& points,
                            const std::string& files, const SourceOptions& options);

}  // namespace raftup::hydro
