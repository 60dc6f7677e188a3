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
  Pose pose;  ///< pose of the frame in the model frame of the body
  /// Name of another observer frame of the model. The outputs are then relative to that frame and
  /// in its axes. Empty: relative to the world, in world axes.
  std::string relative_to;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("body", self.body, Reference::kBody);
    field.pose("", self.pose);
    field("relative_to", self.relative_to);
  }
};

/// The motion of an observer frame, relative to the world or to another observer frame, in the axes
/// of that reference.
struct ObserverMotion {
  Vector3 position;              ///< position of the origin of the frame [m]
  Quaternion attitude;           ///< from the axes of the frame to the axes of the reference
  Vector3 velocity;              ///< velocity of the origin [m/s]
  Vector3 angular_velocity;      ///< rad/s
  Vector3 acceleration;          ///< acceleration of the origin [m/s2], gravity not included
  Vector3 angular_acceleration;  ///< rad/s2
};

/// Computes the motion of a frame on a body relative to the world, in world axes.
/// @param body         the body that the frame is fixed to
/// @param at           pose and velocity of the body
/// @param acceleration of the body, [linear of the center of mass; angular], world axes [m/s2,
///                     rad/s2]
ObserverMotion observe(const ObserverFrame& frame, const RigidBody& body, const BodyKinematics& at,
                       const Vector6& acceleration);

/// Computes the motion of a frame relative to an observer frame, in the axes of the observer frame,
/// which turn with it. Both arguments are relative to the world. With d = p_a - p_b [m] and omega
/// [rad/s] and alpha [rad/s2] of the observer, the velocity is R_b^T u, u = v_a - v_b - omega x d,
/// and the acceleration is
///   R_b^T (a_a - a_b - alpha x d - omega x (omega x d) - 2 omega x u).
/// The relative angular velocity is R_b^T (omega_a - omega_b), and the angular acceleration is its
/// derivative. R_b is the attitude of the observer; the indices a and b stand for the frame and for
/// the observer.
/// @source Euler, Coriolis: Goldstein, Classical Mechanics (1980)
ObserverMotion seen_from(const ObserverMotion& observer, const ObserverMotion& frame);

}  // namespace raftup::solver
