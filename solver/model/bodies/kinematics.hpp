#pragma once

#include <vector>

#include "solver/model/bodies/rigid_body.hpp"
#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

/// The pose and motion of a body at one instant, with quantities that loads derive from it.
struct BodyKinematics {
  Vector3 position = Vector3::Zero();            ///< m, of the centre of mass, world
  Quaternion attitude = Quaternion::Identity();  ///< body to world
  Vector6 momentum = Vector6::Zero();            ///< [kg m/s, kg m2/s] W(q) v, world axes
  Vector6 velocity = Vector6::Zero();            ///< [linear, m/s; angular, rad/s], world axes
  Matrix3 rotation = Matrix3::Identity();        ///< matrix of `attitude`
  /// Of a body whose motion is prescribed [m/s2 of the centre of mass; rad/s2], world axes; else 0.
  Vector6 given_acceleration = Vector6::Zero();
  Heading heading;

  /// Sets the pose [m, world frame] and the rotation matrix.
  void place(const Vector3& center_of_mass, const Quaternion& unit_attitude) {
    position = center_of_mass;
    attitude = unit_attitude;
    rotation = unit_attitude.toRotationMatrix();
    heading = heading_of(rotation);
  }
};

/// The motion of all bodies of a model, by their index.
using Kinematics = std::vector<BodyKinematics>;

/// One vector of six per body of the model: wrenches or twists at the centres of mass, world axes.
using BodyVectors = std::vector<Vector6>;

/// The pose of a body at rest, and its displacement from there.
class RestPose {
 public:
  /// @param pose           of the model frame at rest
  /// @param center_of_mass in the model frame [m]
  RestPose(const Pose& pose, const Vector3& center_of_mass)
      : attitude_(pose.attitude),
        center_(pose.position + pose.attitude * center_of_mass),
        heading_(heading_of(pose.attitude.toRotationMatrix())) {}

  const Heading& heading() const { return heading_; }
  const Vector3& center() const { return center_; }  ///< centre of mass at rest, world [m]
  const Quaternion& attitude() const { return attitude_; }

  /// [displacement of the centre of mass; rotation vector from the rest attitude], in the axes of
  /// the rest heading [m, rad].
  Vector6 displacement(const BodyKinematics& body) const {
    Vector6 xi;
    xi << body.position - center_, rotation_vector(body.attitude * attitude_.conjugate());
    return heading_.from_world(xi);
  }

 private:
  Quaternion attitude_;
  Vector3 center_;
  Heading heading_;
};

}  // namespace raftup::solver
