#pragma once

#include "solver/model/bodies/rigid_body.hpp"
#include "solver/model/bodies/rotation.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// The pose and motion of a body at one instant. It converts between world axes and the model frame
/// of the body, in which the user gives all positions on the body. The center-of-mass frame has the
/// same axes as the model frame and its origin at the center of mass. Vectors are in world axes
/// unless a name contains "model". A plain value.
class BodyView {
 public:
  BodyView(const RigidBody& body, const BodyState& state)
      : center_of_mass_(body.center_of_mass),
        center_(state.position),
        attitude_(state.attitude),
        rotation_(state.attitude.toRotationMatrix()),
        velocity_(state.velocity) {}

  /// Position of the center of mass in the model frame [m].
  const Vector3& model_center_of_mass() const { return center_of_mass_; }
  /// Rotation from body axes to world axes. The model frame and the center-of-mass frame have the
  /// same axes.
  const Quaternion& attitude() const { return attitude_; }
  const Matrix3& rotation() const { return rotation_; }

  /// Position of the center of mass in the world [m].
  const Vector3& center_of_mass() const { return center_; }
  /// Position of the origin of the model frame in the world [m].
  Vector3 position() const { return center_ - rotation_ * center_of_mass_; }
  Pose pose() const { return {position(), attitude_}; }  ///< pose of the model frame in the world
  Pose center_of_mass_pose() const { return {center_, attitude_}; }

  Vector3 center_of_mass_velocity() const { return velocity_.head<3>(); }  ///< m/s, world axes
  Vector3 angular_velocity() const { return velocity_.tail<3>(); }         ///< rad/s, world axes
  /// Velocity of the origin of the model frame [m/s, world axes].
  Vector3 velocity() const { return velocity_at(position()); }
  /// Velocity of the material point of the body that lies at `point` in the world [m/s, world
  /// axes].
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
