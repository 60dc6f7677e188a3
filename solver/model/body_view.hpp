#pragma once

#include "solver/model/bodies/rigid_body.hpp"
#include "solver/model/bodies/rotation.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// A body at one instant in its two frames: the model frame, in which the user gives everything,
/// and the centre-of-mass frame, which differs by a translation only. Vectors are in world axes
/// unless a name contains "model". A plain value.
class BodyView {
 public:
  BodyView(const RigidBody& body, const BodyState& state)
      : center_of_mass_(body.center_of_mass),
        center_(state.position),
        attitude_(state.attitude),
        rotation_(state.attitude.toRotationMatrix()),
        velocity_(state.velocity) {}

  /// Position of the centre of mass in the model frame [m].
  const Vector3& model_center_of_mass() const { return center_of_mass_; }
  /// Rotation from body axes to world axes; the same for both frames.
  const Quaternion& attitude() const { return attitude_; }
  const Matrix3& rotation() const { return rotation_; }

  const Vector3& center_of_mass() const { return center_; }                   ///< m
  Vector3 position() const { return center_ - rotation_ * center_of_mass_; }  ///< m, model frame
  Pose pose() const { return {position(), attitude_}; }                       ///< model frame
  Pose center_of_mass_pose() const { return {center_, attitude_}; }

  Vector3 center_of_mass_velocity() const { return velocity_.head<3>(); }  ///< m/s
  Vector3 angular_velocity() const { return velocity_.tail<3>(); }         ///< rad/s
  Vector3 velocity() const { return velocity_at(position()); }             ///< m/s, model frame
  /// Velocity of the point of the body that is at `point` [m/s, world axes].
  Vector3 velocity_at(const Vector3& point) const {
    return center_of_mass_velocity() + angular_velocity().cross(point - center_);
  }

  Vector3 point_to_world(const Vector3& model_point) const {
    return center_ + rotation_ * (model_point - center_of_mass_);
  }
  Vector3 point_to_model(const Vector3& point) const {
    return rotation_.transpose() * (point - center_) + center_of_mass_;
  }
  Vector3 vector_to_world(const Vector3& model_vector) const { return rotation_ * model_vector; }
  Vector3 vector_to_model(const Vector3& vector) const { return rotation_.transpose() * vector; }

 private:
  Vector3 center_of_mass_, center_;
  Quaternion attitude_;
  Matrix3 rotation_;
  Vector6 velocity_;
};

}  // namespace raftup::solver
