#pragma once

#include <span>

#include "solver/joints/constraint_row.hpp"
#include "solver/joints/joint.hpp"

namespace raftup::solver {

/// A dof that a joint leaves free, as a function of the two frames of the joint. The six dofs of
/// body 1 relative to body 2 are numbered 0..2 translation along and 3..5 rotation about x, y, z of
/// the joint's frame.
struct FreeDof {
  int dof;              ///< 0..5
  std::size_t carrier;  ///< of a rotation: the side in which its axis is fixed

  bool is_angle() const { return dof >= 3; }
};

/// The free dofs of a type that can be measured and driven, in the order of JointType.
std::span<const FreeDof> free_dofs(JointType type);

/// The dofs 0..5 that a type holds, one row each in this order. A kDistance joint holds the
/// distance of its points instead, listed as dof 0.
std::span<const int> held_dofs(JointType type);

/// x of a free dof [m, rad], 0 where the frames agree in it; an angle in (-pi, pi].
ConstraintRow free_row(const JointMotion& motion, const FreeDof& free);

/// Axes of a joint's frame at t = 0, as Joint says; columns x, y, z in world axes.
Matrix3 joint_axes(const Joint& joint);

}  // namespace raftup::solver
