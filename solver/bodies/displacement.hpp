#pragma once

#include "solver/bodies/kinematics.hpp"
#include "solver/bodies/rigid_body.hpp"

namespace raftup::solver {

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
