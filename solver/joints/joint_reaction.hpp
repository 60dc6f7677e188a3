/// @file Forces and moments of a joint on its bodies [N, N m], from the multipliers of its rows.
#pragma once

#include <optional>

#include "solver/joints/joint_constraint.hpp"

namespace raftup::solver {

/// The point to which the torque of a reaction refers [N m].
enum class TorqueAbout { kAttachment, kCenterOfMass };

/// The parts of a joint that a reaction includes: the held dofs alone, or the held dofs with all
/// drives.
enum class ReactionOf { kHeldDofs, kHeldDofsAndDrives };

/// Computes the wrench [force; torque] of a joint on one of its bodies, world axes [N, N m]:
///   [F; tau_cm] = G^T lambda,  tau_attachment = tau_cm - r x F,
/// with the vector r from the center of mass to the point of the joint in that body [m]. The result
/// is 0 for the world.
/// @param side         0 = body 1, 1 = body 2
/// @param conditions   conditions of its drives; the commands are those of add_blocks()
/// @param multipliers  lambda of all rows of the joint, block by block [N, N m]
/// @param part         the parts of the joint that are included
/// @param about        the point to which the torque refers
/// @source Haug (1989), reactions from Lagrange multipliers
Vector6 joint_wrench(const JointConstraint& joint, std::size_t side, const Kinematics& bodies,
                     const DriveConditions& conditions, std::span<const double> multipliers,
                     ReactionOf part, TorqueAbout about);

/// Computes the wrench of a joint on one of its bodies as joint_wrench() does [N, N m, world axes].
/// @returns none for the world and for a static body, on which the wrench has no effect
std::optional<Vector6> joint_reaction(const JointConstraint& joint, std::size_t side,
                                      const Kinematics& bodies, const DriveConditions& conditions,
                                      std::span<const double> multipliers, ReactionOf part,
                                      TorqueAbout about);

/// The forces of the drives of a joint on body 1 along their dofs, one per drive [N, N m].
/// @param multipliers  lambda of all rows of the joint, as for joint_wrench() [N, N m]
std::vector<double> drive_forces(const JointConstraint& joint, const Kinematics& bodies,
                                 const DriveConditions& conditions,
                                 std::span<const double> multipliers);

/// The generalized forces of a joint on body 1 in the six dofs of its frame: forces along and
/// moments about x, y, z [N, N m]. The forces of the drives are included. For a joint of type
/// kDistance, the first number is the force along the line between its points, positive if it
/// pushes them apart. The arguments are those of drive_forces().
Vector6 joint_forces(const JointConstraint& joint, const Kinematics& bodies,
                     const DriveConditions& conditions, std::span<const double> multipliers);

}  // namespace raftup::solver
