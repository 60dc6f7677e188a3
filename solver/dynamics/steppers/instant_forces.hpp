#pragma once

#include "solver/joints/constraint_set.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// Adds the forces of joints at an instant before the first step of a stepper that works with
/// impulses. With these forces the rows that hold have no acceleration,
///   W a = f + G^T lambda,  G a + (dG/dt) v = w,
/// where w = 0 if lambda is inside the bounds of its row, w >= 0 at the lower and w <= 0 at the
/// upper bound. A limited row that is off its target, such as a motor below its speed or friction
/// that slips, acts with its full force. A stop that is not reached has no force. Compliant rows
/// act as springs and dampers.
/// @param bodies         poses at which the masses are factorized
/// @param momentum_rates dp/dt without joints [N, N m, world axes]; on return with joints
/// @param multipliers    receives lambda, one per row [N, N m]
void add_instant_forces(const Kinematics& bodies, Masses& masses, ConstraintSet& constraints,
                        BodyVectors& momentum_rates, VectorXd& multipliers);

}  // namespace raftup::solver
