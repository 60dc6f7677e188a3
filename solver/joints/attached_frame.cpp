#include "solver/joints/attached_frame.hpp"

namespace raftup::solver {

AttachedFrame::AttachedFrame(std::size_t body, const Vector3& position, const Matrix3& axes,
                             const Kinematics& initial)
    : body_(body), point_(position), axes_(axes) {
  if (body_ == ConstraintBlock::kWorld) return;
  const BodyKinematics& start = initial[body_];
  point_ = start.rotation.transpose() * (position - start.position);
  axes_ = start.rotation.transpose() * axes;
}

FramePose AttachedFrame::pose(const Kinematics& bodies) const {
  if (body_ == ConstraintBlock::kWorld) return {point_, Vector3::Zero(), axes_};
  const BodyKinematics& body = bodies[body_];
  FramePose pose;
  pose.arm = body.rotation * point_;
  pose.position = body.position + pose.arm;
  pose.axes = body.rotation * axes_;
  return pose;
}

FrameMotion AttachedFrame::motion(const Kinematics& bodies) const {
  FrameMotion motion{pose(bodies)};
  if (body_ == ConstraintBlock::kWorld) return motion;
  const BodyKinematics& body = bodies[body_];
  motion.omega = body.velocity.tail<3>();
  const Vector3 turning = motion.omega.cross(motion.arm);
  motion.velocity = body.velocity.head<3>() + turning;
  motion.acceleration = motion.omega.cross(turning);
  return motion;
}

JointMotion::JointMotion(const AttachedFrame& frame1, const AttachedFrame& frame2,
                         const Kinematics& bodies)
    : side{frame1.motion(bodies), frame2.motion(bodies)},
      offset(side[0].position - side[1].position),
      offset_rate(side[0].velocity - side[1].velocity),
      offset_acceleration(side[0].acceleration - side[1].acceleration) {
  const Vector3& omega = side[1].omega;
  relative_acceleration =
      offset_acceleration + omega.cross(omega.cross(offset) - 2.0 * offset_rate);
}

}  // namespace raftup::solver
