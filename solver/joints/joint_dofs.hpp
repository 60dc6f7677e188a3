#pragma once

#include <span>

#include "solver/joints/attached_frame.hpp"
#include "solver/joints/constraint_row.hpp"
#include "solver/model/joints/joint.hpp"

namespace raftup::solver {

/// A dof that a joint leaves free. Its value follows from the two frames of the joint. The six dofs
/// of body 1 relative to body 2 are numbered: 0..2 are the translations along and 3..5 the
/// rotations about x, y, z of the joint's frame.
struct FreeDof {
  int dof;  ///< number 0..5 of the dof in the joint's frame
  /// for a rotation: the side in which its axis is fixed, 0 = body 1, 1 = body 2
  std::size_t carrier;

  bool is_angle() const { return dof >= 3; }
};

/// The free dofs of a type of joint that can be measured and driven, in the order of JointType.
/// Empty for a ball or distance joint.
std::span<const FreeDof> free_dofs(JointType type);

/// The dofs that a type of joint holds at zero, numbered 0..5 as in FreeDof. There is one
/// constraint row for each, in this order. A kDistance joint holds the distance of its points [m]
/// instead, listed as dof 0.
std::span<const int> held_dofs(JointType type);

/// The value x of a free dof [m, rad] with its derivatives. It is 0 if the frames of both sides
/// coincide; an angle is in (-pi, pi].
ConstraintRow free_row(const JointMotion& motion, const FreeDof& free);

/// The axes of the frame of a joint at t = 0: a matrix with the columns x, y, z in world axes.
Matrix3 joint_axes(const Joint& joint);

/// Writes the rows of all dofs that a joint holds, with values, Jacobians and biases; not for a
/// distance joint. A row keeps a displacement along an axis a of body 2 at zero, or keeps an axis u
/// of body 1 at a right angle to an axis w of body 2. With the vectors of the other kind of row set
/// to 0, both kinds have the form
///   g = a . d + u . w,  n = u x w,  G_1 = [a; r_1 x a + n],  G_2 = -[a; (p_1 - x_2) x a + n].
/// Near g = 0, u . w is the angle of body 1 relative to body 2 about n [rad]. All rows are computed
/// at once, one per lane of a vector register.
/// @param block receives the rows; its bodies and number of rows must be set
void write_held_rows(JointType type, const JointMotion& motion, ConstraintBlock& block);
/// Writes the rows of all dofs that a joint holds, with values and Jacobians but without biases;
/// not for a distance joint.
void write_held_rows(JointType type, const JointPose& pose, ConstraintBlock& block);

}  // namespace raftup::solver
