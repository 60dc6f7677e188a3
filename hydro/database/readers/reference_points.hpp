/// @file The points that coefficients are about, where files do not say them.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Compares the points which a reader took a database's coefficients to be about, as given by the
/// user or the centres of gravity, with what the excitation in long waves says
/// (reference_point_evidence()). Where the data cannot tell and it matters a finding says which
/// point was assumed.
/// @param database valid, turned to the centres of gravity
/// @param points   that it was turned from, one per body [m]
/// @param files    for messages
/// @throws Error(kInvalidArgument) where the data contradict a point, unless
/// options.accepted_checks has "reference_point"
void check_reference_points(Database& database, const std::vector<Vector3>& points,
                            const std::string& files, const SourceOptions& options);

}  // namespace raftup::hydro
