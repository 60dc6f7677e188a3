#pragma once

#include <span>

#include "solver/joints/attached_frame.hpp"
#include "solver/joints/constraint_row.hpp"
#include "solver/model/joints/joint.hpp"

namespace raftup::solver {

/// A dof that a joint leaves free, as a function of the two frames of the joint. The six dofs of
/// body 1 relative to body 2 are numbered 0..2 translation along and 3..5 rotation about x, y, z of
/// the joint's frame.
struct FreeDof {
  int dof;              ///< 0..5
  std::size_t carrier;  ///< for a rotation: the side in which its axis is fixed

  bool is_angle() const { return dof >= 3; }
};

/// The free dofs of a type that can be measured and driven, in the order of JointType.
std::span<const FreeDof> free_dofs(JointType type);

/// The dofs 0..5 that a type of joint holds, one row each in this order, in the axes of the joint's
/// frame. A kDistance joint holds the distance of its points [m] instead, listed as dof 0.
std::span<const int> held_dofs(JointType type);

/// The value x of a free dof [m, rad], which is 0 if the frames agree in it; an angle is in (-pi,
/// pi].
ConstraintRow free_row(const JointMotion& motion, const FreeDof& free);

/// Axes of a joint's frame at t = 0; columns x, y, z in world axes.
Matrix3 joint_axes(const Joint& joint);

/// Writes the rows of all dofs that a joint holds but for kDistance: values, Jacobians, biases. A
/// row holds a displacement along an axis a of body 2, or a right angle between an axis u of body 1
/// and an axis w of body 2; with the other axes 0, both are
///   g = a . d + u . w,  n = u x w,  G_1 = [a; r_1 x a + n],  G_2 = -[a; (p_1 - x_2) x a + n].
/// Near g = 0, u . w is the angle of body 1 from body 2 about n. All rows at once, a row a lane.
/// @param block  whose bodies and number of rows are set
void write_held_rows(JointType type, const JointMotion& motion, ConstraintBlock& block);
/// Writes the rows without their biases.
void write_held_rows(JointType type, const JointPose& pose, ConstraintBlock& block);

}  // namespace raftup::solver
