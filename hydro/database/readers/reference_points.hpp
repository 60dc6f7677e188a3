/// @file The reference points of coefficients, for files that do not contain them.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Compares the assumed reference points of a database's coefficients, which the user gave or which
/// are the centres of gravity, with those that follow from the excitation in long waves
/// (reference_point_evidence()). If the data cannot decide and it matters, a finding states which
/// point was assumed.
/// @param database valid, turned to the centres of gravity
/// @param points   from which it was turned, one per body [m]
/// @param files    names of the files, for messages
/// @throws Error(kInvalidArgument) if the data contradict a point, unless options.accepted_checks
///         contains "reference_point"
void check_reference_points(Database& database, const std::vector<Vector3>& points,
                            const std::string& files, const SourceOptions& options);

}  // namespace raftup::hydro
