/// @file What a joint does to its bodies, from the multipliers of its rows.
#pragma once

#include <optional>

#include "solver/joints/joint_constraint.hpp"

namespace raftup::solver {

/// About which point the torque of a reaction is given.
enum class TorqueAbout { kAttachment, kCenterOfMass };

/// Force and torque [force; torque] of a joint on one of its bodies, world axes [N, N m]:
///   [F; tau_cm] = G^T lambda,  tau_attachment = tau_cm - r x F,
/// r from the centre of mass to the joint's point in that body.
/// @param side         0 = body 1, 1 = body 2
/// @param block        the rows that the joint holds, or those of one of its drives, at the poses
///                     of `bodies`
/// @param multipliers  lambda of its rows [N, N m]
/// @returns nothing for the world and for a body that is static in `model`
std::optional<Vector6> joint_reaction(const JointConstraint& joint, std::size_t side,
                                      const ConstraintBlock& block,
                                      std::span<const double> multipliers, const Model& model,
                                      const Kinematics& bodies, TorqueAbout about);

/// Force of every drive on body 1 along its dof [N, N m].
/// @param commands     as for add_blocks()
/// @param multipliers  of all rows of the joint, one block after another [N, N m]
std::vector<double> drive_forces(const JointConstraint& joint, const Kinematics& bodies,
                                 std::span<const double> commands,
                                 std::span<const double> multipliers);

/// Forces of a joint on body 1 in the six dofs of its frame (translations along and rotations about
/// x, y, z), those of its drives included [N, N m]. A kDistance joint gives the force along its
/// line in the first, positive where it pushes the points apart. Arguments as for drive_forces().
Vector6 joint_forces(const JointConstraint& joint, const Kinematics& bodies,
                     std::span<const double> commands, std::span<const double> multipliers);

}  // namespace raftup::solver
