#pragma once

#include <vector>

#include "solver/water/groups/hydro_frame.hpp"

namespace raftup::solver {

/// The hydro frames of bodies that share an added mass, Q_i = blkdiag(R_i, R_i) of each, and
/// twists and wrenches of all of them, stacked in their order, turned into these frames and back.
/// Call order: turn_in() at a pose, then turn_out() there. Not thread-safe: it keeps the rotations.
/// @source Featherstone (2008)
class MemberFrames {
 public:
  /// Each body with its own frame.
  /// @param bodies       indices into the model's bodies
  /// @param world_frame  the hydro frame of HydroFrame::kWorld
  MemberFrames(std::vector<std::size_t> bodies, HydroFrame frame, const Matrix3& world_frame);

  /// All with the body axes of one of them.
  /// @param frame_body index in the model
  MemberFrames(std::vector<std::size_t> bodies, std::size_t frame_body);

  const std::vector<std::size_t>& bodies() const { return bodies_; }
  HydroFrame frame() const { return frame_; }
  /// Whose frame a member has its rows in.
  std::size_t frame_body(std::size_t member) const { return frame_bodies_[member]; }

  /// Angular velocity of the frame of a member, in it.
  Vector3 turning(std::size_t member, const Kinematics& bodies) const;

  /// Q A Q^T of all members.
  MatrixXd in_world(const Kinematics& bodies, MatrixXd A) const;

  /// result = Q^T x.
  void turn_in(const Kinematics& bodies, const BodyVectors& x, VectorXd& result);
  /// R_i of the last turn_in().
  const Matrix3& rotation(std::size_t member) const { return rotations_[member]; }
  /// result += factor Q x.
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
