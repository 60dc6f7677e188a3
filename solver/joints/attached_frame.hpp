#pragma once

#include "solver/joints/constraint_block.hpp"

namespace raftup::solver {

/// A point and axes that move with a body, at one instant, in world axes.
struct FramePose {
  Vector3 position = Vector3::Zero();  ///< m, of the point
  Vector3 arm = Vector3::Zero();       ///< m, from the center of mass to the point
  Matrix3 axes = Matrix3::Identity();  ///< columns: x, y and z of the frame
};

/// A frame at one instant with its motion, in world axes.
struct FrameMotion : FramePose {
  Vector3 omega = Vector3::Zero();         ///< rad/s
  Vector3 velocity = Vector3::Zero();      ///< m/s, of the point: v + omega x arm
  Vector3 acceleration = Vector3::Zero();  ///< m/s2, of the point without accelerations of the
                                           ///< body: omega x (omega x arm)
};

/// The place of one side of a joint in its body, or in the world.
class AttachedFrame {
 public:
  /// @param body     index, or ConstraintBlock::kWorld
  /// @param position m, world, at t = 0
  /// @param axes     columns: x, y and z of the frame, world, at t = 0; a rotation
  /// @param initial  the bodies at t = 0
  AttachedFrame(std::size_t body, const Vector3& position, const Matrix3& axes,
                const Kinematics& initial);

  std::size_t body() const { return body_; }
  FramePose pose(const Kinematics& bodies) const;
  FrameMotion motion(const Kinematics& bodies) const;

 private:
  std::size_t body_;
  Vector3 point_;  ///< from the center of mass in body axes, or in the world [m]
  Matrix3 axes_;   ///< in body axes, or in the world
};

/// The frames of the two sides of a joint at one instant.
struct JointPose {
  std::array<FramePose, 2> side;
  Vector3 offset;  ///< d = p_1 - p_2 [m], world axes

  JointPose(const AttachedFrame& frame1, const AttachedFrame& frame2, const Kinematics& bodies)
      : side{frame1.pose(bodies), frame2.pose(bodies)},
        offset(side[0].position - side[1].position) {}
};

/// The frames of the two sides of a joint at one instant, with their motion.
struct JointMotion {
  std::array<FrameMotion, 2> side;
  Vector3 offset;                 ///< d = p_1 - p_2 [m], world axes
  Vector3 offset_rate;            ///< m/s
  Vector3 offset_acceleration;    ///< m/s2, without accelerations of the bodies
  Vector3 relative_acceleration;  ///< the same as seen from body 2, which turns with omega_2:
                                  ///< d" - 2 omega_2 x d' + omega_2 x (omega_2 x d) [m/s2]

  JointMotion(const AttachedFrame& frame1, const AttachedFrame& frame2, const Kinematics& bodies);

  Vector3 relative_omega() const { return side[0].omega - side[1].omega; }
};

}  // namespace raftup::solver
