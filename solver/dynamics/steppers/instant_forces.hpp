#pragma once

#include "solver/joints/constraint_set.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// Adds the forces of joints at an instant before any step of impulses: those that leave the rows
/// that hold without acceleration,
///   W a = f + G^T lambda,  G a + (dG/dt) v = w,
/// w = 0 where lambda is inside the bounds of its row, w >= 0 at the lower, w <= 0 at the upper. A
/// limited row that is off what it holds, as a motor off its speed or friction that slips, pushes
/// back with all that it has; a stop that is not reached does nothing. Compliant rows act as the
/// spring and damper that they are.
/// @param bodies         where the masses are factorised
/// @param momentum_rates dp/dt without joints; with them afterwards
/// @param multipliers    receives lambda, one per row [N, N m]
void add_instant_forces(const Kinematics& bodies, Masses& masses, ConstraintSet& constraints,
                        BodyVectors& momentum_rates, VectorXd& multipliers);

}  // namespace raftup::solver
