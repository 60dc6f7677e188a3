#pragma once

#include "solver/joints/constraint_row.hpp"

namespace raftup::solver {

/// A spring and damper along a free dof x of a joint at one instant, its force on the bodies
///   F_i = G_i^T (-stiffness (x - rest) - damping dx/dt),
/// and what an implicit stepper needs of it: dF_i/dq = -stiffness G_i^T G, dF_i/dv = -damping G_i^T
/// G, but for the turning of G.
struct SpringRow {
  std::array<std::size_t, 2> bodies;  ///< ConstraintBlock::kWorld for the world
  std::array<Vector6, 2> jacobian;    ///< G: dx/dt = G_1 v_1 + G_2 v_2; meaningless for the world
  double stiffness = 0.0;             ///< N/m or N m/rad
  double damping = 0.0;               ///< N s/m or N m s/rad
  double stretch = 0.0;               ///< x - rest [m, rad]
  double speed = 0.0;                 ///< dx/dt [m/s, rad/s]

  double force() const { return -stiffness * stretch - damping * speed; }  ///< N or N m
};

}  // namespace raftup::solver
