#pragma once

#include <vector>

#include "hydro/excitation/sea_error.hpp"
#include "solver/model/model.hpp"
#include "solver/water/groups/group_memories.hpp"

namespace raftup::solver {

/// Computes the errors that radiation memories cause in the motions of a whole model in its sea,
/// with all loads and joints: for each hydrodynamic group, the largest error of the standard
/// deviation of a dof of its bodies. The motions are those of the linear equations about the poses
/// at t = 0, without quadratic damping, once with A and B of the database as filed and once with
/// those of the memories. The waves are summed at the frequencies of the database, between which
/// |x|^2 is linear.
/// @param memories of the groups of the model
/// @returns one error for each group, whose dof [m, rad] is that of the database; 0 without a
///          memory. None if the model has no sea, a family of databases, a group in a uniform flow,
///          more than kMostLinearBodies bodies, or no linear equations at t = 0
std::vector<hydro::SeaError> memories_in_sea(const Model& model,
                                             const std::vector<GroupMemories>& memories);

}  // namespace raftup::solver
