#pragma once

#include <limits>
#include <vector>

#include "solver/model/bodies/rigid_body.hpp"
#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

/// The pose and motion of a body at one instant in world axes, with quantities that loads derive
/// from these.
struct BodyKinematics {
  Vector3 position = Vector3::Zero();            ///< m, of the center of mass, world
  Quaternion attitude = Quaternion::Identity();  ///< attitude, from body axes to world axes
  /// W(q) v with the mass matrix W, which includes added mass [kg m/s, kg m2/s], world axes
  Vector6 momentum = Vector6::Zero();
  /// velocity of the center of mass and angular velocity [m/s; rad/s], world axes
  Vector6 velocity = Vector6::Zero();
  /// rotation matrix of `attitude`, from body axes to world axes
  Matrix3 rotation = Matrix3::Identity();
  /// Acceleration of a body whose motion is prescribed: of the center of mass, and angular [m/s2;
  /// rad/s2], world axes. It is 0 for other bodies.
  Vector6 given_acceleration = Vector6::Zero();
  Heading heading;
  /// Values of axes of a family of databases that do not follow from poses, and their rates, for
  /// the hydrodynamic group of which this body is the first: see GivenAxes. In the units of the
  /// axes; no numbers until they are set.
  Vector3 axes = Vector3::Constant(std::numeric_limits<double>::quiet_NaN());
  Vector3 axis_rates = Vector3::Zero();

  /// Sets the pose, the rotation matrix and the heading.
  /// @param center_of_mass position of the center of mass in the world [m]
  void place(const Vector3& center_of_mass, const Quaternion& unit_attitude) {
    position = center_of_mass;
    attitude = unit_attitude;
    rotation = unit_attitude.toRotationMatrix();
    heading = heading_of(rotation);
  }
};

/// The pose and motion of each body of a model in world axes; the index is that of the body in the
/// model.
using Kinematics = std::vector<BodyKinematics>;

/// One vector of six numbers per body of the model, such as a wrench or a twist at the center of
/// mass, in world axes.
using BodyVectors = std::vector<Vector6>;

/// The pose of a body at rest in the world. The class computes the displacement of the body from
/// this pose.
class RestPose {
 public:
  /// @param pose           pose of the model frame at rest [m, world]
  /// @param center_of_mass position of the center of mass in the model frame [m]
  RestPose(const Pose& pose, const Vector3& center_of_mass)
      : attitude_(pose.attitude),
        center_(pose.position + pose.attitude * center_of_mass),
        heading_(heading_of(pose.attitude.toRotationMatrix())) {}

  const Heading& heading() const { return heading_; }
  const Vector3& center() const { return center_; }  ///< center of mass at rest, world [m]
  const Quaternion& attitude() const { return attitude_; }

  /// Displacement of the center of mass from its position at rest, followed by the rotation vector
  /// from the attitude at rest [m; rad]. Both are in axes that are turned from the world by the
  /// heading at rest.
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
