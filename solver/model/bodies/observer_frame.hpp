#pragma once

#include <string>

#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/bodies/rigid_body.hpp"

namespace raftup::solver {

/// A named frame that is fixed to a body, for example at an accelerometer, a crew's seat or the tip
/// of a crane.
struct ObserverFrame {
  std::string name;
  std::string body;
  Pose pose;                ///< in the model frame
  std::string relative_to;  ///< another observer, in whose axes it is seen; empty = the world

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("body", self.body, Reference::kBody);
    field.pose("", self.pose);
    field("relative_to", self.relative_to);
  }
};

/// The motion of a frame, in the axes of the world or of the observer from which it is seen.
struct ObserverMotion {
  Vector3 position;              ///< m
  Quaternion attitude;           ///< frame to those axes
  Vector3 velocity;              ///< m/s
  Vector3 angular_velocity;      ///< rad/s
  Vector3 acceleration;          ///< m/s2, gravity not included
  Vector3 angular_acceleration;  ///< rad/s2
};

/// The motion of a frame on a body, world axes.
/// @param acceleration of the body, [linear of the centre of mass; angular], world axes
ObserverMotion observe(const ObserverFrame& frame, const RigidBody& body, const BodyKinematics& at,
                       const Vector6& acceleration);

/// A frame as it is seen from an observer, in the observer's own turning axes. With d = p_a - p_b
/// [m] and the observer's omega [rad/s] and alpha [rad/s2], the velocity is R_b^T u, u = v_a - v_b
/// - omega x d, and the acceleration is
///   R_b^T (a_a - a_b - alpha x d - omega x (omega x d) - 2 omega x u),
/// and the derivatives of R_b^T (omega_a - omega_b): each the derivative of the one before.
/// @source Euler, Coriolis: Goldstein, Classical Mechanics (1980)
ObserverMotion seen_from(const ObserverMotion& observer, const ObserverMotion& frame);

}  // namespace raftup::solver
