#pragma once

#include <cstddef>
#include <vector>

#include "solver/linearisation/linear_model.hpp"
#include "solver/linearisation/linear_water.hpp"

namespace raftup::solver {

/// Sets of bodies of linear equations whose motions [m, rad] depend on each other, directly or
/// through other bodies, by stiffness, inertia, joints, or the water between them. The equations of
/// two sets have no common terms.
/// @returns the sets, each in ascending order, in the order of their first bodies
std::vector<std::vector<std::size_t>> coupled_bodies(const LinearMatrices& matrices,
                                                     const LinearWater& water);

/// The equations of one set of coupled_bodies(), in its own dofs.
struct EquationsOfBodies {
  std::vector<Eigen::Index> dofs;  ///< of the whole model, six per body
  /// mass [kg, kg m2], restoring [N/m, N m], linear damping and free basis only
  LinearMatrices matrices;
  LinearWater water;
};
EquationsOfBodies equations_of(const std::vector<std::size_t>& bodies,
                               const LinearMatrices& matrices, const LinearWater& water);

}  // namespace raftup::solver
