#pragma once

#include "solver/joints/constraint_block.hpp"

namespace raftup::solver {

/// The pose of a frame that is fixed in a body or in the world, at one instant, in world axes.
struct FramePose {
  Vector3 position = Vector3::Zero();  ///< position of the origin of the frame [m]
  /// vector from the center of mass of the body to the origin [m]; 0 for the world
  Vector3 arm = Vector3::Zero();
  Matrix3 axes = Matrix3::Identity();  ///< axes x, y and z of the frame, as columns in world axes
};

/// The pose and motion of a frame at one instant, in world axes.
struct FrameMotion : FramePose {
  Vector3 omega = Vector3::Zero();     ///< angular velocity [rad/s]
  Vector3 velocity = Vector3::Zero();  ///< velocity of the origin, v + omega x arm [m/s]
  /// Acceleration of the origin that remains without accelerations of the body: omega x (omega x
  /// arm) [m/s2].
  Vector3 acceleration = Vector3::Zero();
};

/// The frame of one side of a joint, which is fixed in a body or in the world.
class AttachedFrame {
 public:
  /// @param body     index of the body in the model, or ConstraintBlock::kWorld
  /// @param position position of the origin at t = 0 [m, world]
  /// @param axes     axes at t = 0, a rotation matrix with the columns x, y and z of the frame in
  ///                 world axes
  /// @param initial  poses of the bodies at t = 0
  AttachedFrame(std::size_t body, const Vector3& position, const Matrix3& axes,
                const Kinematics& initial);

  std::size_t body() const { return body_; }
  FramePose pose(const Kinematics& bodies) const;
  FrameMotion motion(const Kinematics& bodies) const;

 private:
  std::size_t body_;
  /// vector from the center of mass to the origin in body axes, or position in the world [m]
  Vector3 point_;
  Matrix3 axes_;  ///< columns x, y, z of the frame in body axes, or in world axes
};

/// The frames of the two sides of a joint at one instant.
struct JointPose {
  std::array<FramePose, 2> side;
  /// vector d = p_1 - p_2 from the origin of side 2 to that of side 1 [m], world axes
  Vector3 offset;

  JointPose(const AttachedFrame& frame1, const AttachedFrame& frame2, const Kinematics& bodies)
      : side{frame1.pose(bodies), frame2.pose(bodies)},
        offset(side[0].position - side[1].position) {}
};

/// The frames of the two sides of a joint at one instant, with their motion.
struct JointMotion {
  std::array<FrameMotion, 2> side;
  /// vector d = p_1 - p_2 from the origin of side 2 to that of side 1 [m], world axes
  Vector3 offset;
  Vector3 offset_rate;          ///< d' [m/s]
  Vector3 offset_acceleration;  ///< d" without accelerations of the bodies [m/s2]
  /// The acceleration of the offset relative to the axes of body 2, which turn with omega_2,
  /// without accelerations of the bodies: d" - 2 omega_2 x d' + omega_2 x (omega_2 x d) [m/s2].
  Vector3 relative_acceleration;

  JointMotion(const AttachedFrame& frame1, const AttachedFrame& frame2, const Kinematics& bodies);

  Vector3 relative_omega() const { return side[0].omega - side[1].omega; }
};

}  // namespace raftup::solver
