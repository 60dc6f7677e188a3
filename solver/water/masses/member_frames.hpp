#pragma once

#include <vector>

#include "solver/water/groups/hydro_frame.hpp"

namespace raftup::solver {

/// The hydro frames of bodies that share an added mass, Q_i = blkdiag(R_i, R_i) for each body.
/// Twists and wrenches of all bodies, stacked in their order, are transformed from world axes to
/// these frames and back. Call order: turn_in() at a pose, then turn_out() at the same pose. Not
/// thread-safe, since it stores the rotations.
/// @source Featherstone (2008)
class MemberFrames {
 public:
  /// Each body has its own frame.
  /// @param bodies       indices in the model
  /// @param world_frame  rotation of HydroFrame::kWorld
  MemberFrames(std::vector<std::size_t> bodies, HydroFrame frame, const Matrix3& world_frame);

  /// All bodies have the same frame, the body axes of one of them.
  /// @param frame_body index in the model
  MemberFrames(std::vector<std::size_t> bodies, std::size_t frame_body);

  const std::vector<std::size_t>& bodies() const { return bodies_; }
  HydroFrame frame() const { return frame_; }
  /// Index in the model of the body in whose frame twists and wrenches of a member are expressed.
  std::size_t frame_body(std::size_t member) const { return frame_bodies_[member]; }

  /// Angular velocity of the frame of a member, in that frame [rad/s].
  Vector3 turning(std::size_t member, const Kinematics& bodies) const;

  /// Computes Q A Q^T for all members.
  MatrixXd in_world(const Kinematics& bodies, MatrixXd A) const;

  /// Computes result = Q^T x, the transformation from world axes.
  void turn_in(const Kinematics& bodies, const BodyVectors& x, VectorXd& result);
  /// The rotation R_i of a member at the last turn_in().
  const Matrix3& rotation(std::size_t member) const { return rotations_[member]; }
  /// Adds factor Q x, the transformation to world axes, to `result`.
  void turn_out(const VectorXd& x, double factor, BodyVectors& result) const;

 private:
  Matrix3 rotation_at(std::size_t member, const Kinematics& bodies) const {
    return hydro_frame(frame_, world_frame_, bodies[frame_bodies_[member]]);
  }

  std::vector<std::size_t> bodies_, frame_bodies_;
  HydroFrame frame_;
  Matrix3 world_frame_;
  std::vector<Matrix3> rotations_;
};

}  // namespace raftup::solver
