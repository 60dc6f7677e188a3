/// @file Forces and moments of a joint on its bodies [N, N m], from the multipliers of its rows.
#pragma once

#include <optional>

#include "solver/joints/joint_constraint.hpp"

namespace raftup::solver {

/// The point to which the torque of a reaction refers.
enum class TorqueAbout { kAttachment, kCenterOfMass };

/// The rows that make up a reaction: those that the joint holds, or also its drives.
enum class ReactionOf { kHeldDofs, kHeldDofsAndDrives };

/// Force and torque [force; torque] of a joint on one of its bodies, world axes [N, N m]:
///   [F; tau_cm] = G^T lambda,  tau_attachment = tau_cm - r x F,
/// r from the centre of mass to the joint's point in that body; 0 for the world.
/// @param side         0 = body 1, 1 = body 2
/// @param conditions   of its drives; the commands as for JointConstraint::add_blocks()
/// @param multipliers  lambda of all rows of the joint, one block after another [N, N m]
/// @source Haug (1989), reactions from Lagrange multipliers
Vector6 joint_wrench(const JointConstraint& joint, std::size_t side, const Kinematics& bodies,
                     const DriveConditions& conditions, std::span<const double> multipliers,
                     ReactionOf part, TorqueAbout about);

/// The wrench of a joint as a reaction that the motion of the body shows [N, N m, world axes];
/// nothing for the world and for a static body.
std::optional<Vector6> joint_reaction(const JointConstraint& joint, std::size_t side,
                                      const Kinematics& bodies, const DriveConditions& conditions,
                                      std::span<const double> multipliers, ReactionOf part,
                                      TorqueAbout about);

/// Force of every drive on body 1 along its dof [N, N m].
/// @param multipliers  of all rows of the joint, as for joint_reaction()
std::vector<double> drive_forces(const JointConstraint& joint, const Kinematics& bodies,
                                 const DriveConditions& conditions,
                                 std::span<const double> multipliers);

/// Forces of a joint on body 1 in the six dofs of its frame (translations along and rotations about
/// x, y, z), those of its drives included [N, N m]. A kDistance joint gives the force along its
/// line in the first, positive where it pushes the points apart. Arguments as for drive_forces().
Vector6 joint_forces(const JointConstraint& joint, const Kinematics& bodies,
                     const DriveConditions& conditions, std::span<const double> multipliers);

}  // namespace raftup::solver
