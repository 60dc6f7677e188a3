/// @file What the state of a joint keeps of its drives, see JointState.
#pragma once

#include <vector>

#include "solver/joints/constraint_set.hpp"

namespace raftup::solver {

/// Sets JointState::angles [rad] and JointState::forces [N, N m] of a run that begins at the poses
/// of `bodies` [m, rad].
void settle_drives(const JointConstraint& joint, const Kinematics& bodies, JointState& state);

/// For each joint the values of JointState::angles [rad] and JointState::forces [N, N m].
struct DriveEnds {
  std::vector<std::vector<double>> angles, forces;
};

/// Computes the values that the state keeps of the drives at the end of a step.
/// @param bodies   poses at the end of the step [m, rad]
/// @param duration length of the step [s]
void find_drive_ends(const ConstraintSet& constraints, const Kinematics& bodies, double duration,
                     DriveEnds& ends);

}  // namespace raftup::solver
