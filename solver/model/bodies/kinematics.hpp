#pragma once

#include <vector>

#include "solver/model/bodies/rigid_body.hpp"
#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

/// Where a body is and how it moves at one instant, with what the loads derive from it.
struct BodyKinematics {
  Vector3 position = Vector3::Zero();            ///< m, of the centre of mass, world
  Quaternion attitude = Quaternion::Identity();  ///< body to world
  Vector6 momentum = Vector6::Zero();            ///< W(q) v, world
  Vector6 velocity = Vector6::Zero();            ///< [linear; angular], world
  Matrix3 rotation = Matrix3::Identity();        ///< of attitude
  Heading heading;

  /// Sets the pose and what follows from it.
  void place(const Vector3& center_of_mass, const Quaternion& unit_attitude) {
    position = center_of_mass;
    attitude = unit_attitude;
    rotation = unit_attitude.toRotationMatrix();
    heading = heading_of(rotation);
  }
};

/// All bodies of a model, by their index in it.
using Kinematics = std::vector<BodyKinematics>;

/// One vector of six per body of the model: wrenches or twists at the centres of mass, world axes.
using BodyVectors = std::vector<Vector6>;

/// Where a body rests, and how far it is from there.
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
