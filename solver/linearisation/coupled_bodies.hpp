#pragma once

#include <cstddef>
#include <vector>

#include "solver/linearisation/linear_model.hpp"
#include "solver/linearisation/linear_water.hpp"

namespace raftup::solver {

/// Bodies of linear equations that move one another, directly or through others: by stiffness,
/// inertia, joints, or the water between them. The equations of two such sets have nothing in
/// common.
/// @returns the sets, each ascending, in the order of their first bodies
std::vector<std::vector<std::size_t>> coupled_bodies(const LinearMatrices& matrices,
                                                     const LinearWater& water);

/// The equations of a set of coupled_bodies() alone, in its dofs.
struct EquationsOfBodies {
  std::vector<Eigen::Index> dofs;  ///< of the whole model, six per body
  LinearMatrices matrices;         ///< mass, restoring, linear damping and free basis alone
  LinearWater water;
};
EquationsOfBodies equations_of(const std::vector<std::size_t>& bodies,
                               const LinearMatrices& matrices, const LinearWater& water);

}  // namespace raftup::solver
