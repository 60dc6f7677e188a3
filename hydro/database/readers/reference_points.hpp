/// @file Check of the points that coefficients refer to, for files that do not contain these
///         points.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

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
