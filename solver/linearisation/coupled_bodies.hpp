#pragma once

#include <cstddef>
#include <vector>

#include "solver/linearisation/linear_model.hpp"
#include "solver/linearisation/linear_water.hpp"

namespace raftup::solver {

/// Finds the sets of bodies of linear equations whose motions [m, rad] depend on each other,
/// directly or through other bodies, by stiffness, damping, inertia, joints or the water between
/// the bodies. The equations of two sets have no common terms.
/// @returns the sets, each in ascending order, in the order of their first bodies
std::vector<std::vector<std::size_t>> coupled_bodies(const LinearMatrices& matrices,
                                                     const LinearWater& water);

/// The equations of one set of coupled_bodies(), in the dofs of these bodies only.
struct EquationsOfBodies {
  std::vector<Eigen::Index> dofs;  ///< indices of the dofs in the whole model, six per body
  /// Only mass [kg, kg m2], restoring [N/m, N m], linear damping and free basis are set.
  LinearMatrices matrices;
  LinearWater water;
};
/// Extracts the equations of one set of bodies.
EquationsOfBodies equations_of(const std::vector<std::size_t>& bodies,
                               const LinearMatrices& matrices, const LinearWater& water);

}  // namespace raftup::solver
