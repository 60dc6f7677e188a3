#pragma once

#include <memory>
#include <optional>
#include <string>

#include "hydro/numerics/cubic_spline.hpp"
#include "hydro/sea/sea.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// The pose, velocity and acceleration of a frame that is fixed in a body. The origin of the frame
/// may be any point of the body.
struct MovingFrame {
  Vector3 position = Vector3::Zero();  ///< position of the origin [m, world]
  /// unit quaternion, from the axes of the frame to world axes
  Quaternion attitude = Quaternion::Identity();
  /// velocity of the origin [m/s], angular velocity [rad/s], world axes
  Vector6 velocity = Vector6::Zero();
  /// acceleration of the origin [m/s2], angular [rad/s2], world axes
  Vector6 acceleration = Vector6::Zero();

  /// The pose, velocity and acceleration of the parallel frame at another point of the body.
  /// @param from_point vector from the origin of this frame to the other point, in body axes [m]
  MovingFrame at(const Vector3& from_point) const;
};

/// A frame at the origin that turns with the attitude q = s/|s|, where s(t) is a quaternion of any
/// length. The angular velocity is omega = 2 q' q*, the angular acceleration is domega/dt = 2 (q''
/// q* + q' q'*) [rad/s, rad/s2, world axes].
/// @param s      not 0
/// @param rate   ds/dt
/// @param second d2s/dt2
MovingFrame turning(const Quaternion& s, const Quaternion& rate, const Quaternion& second);

/// A frame at the origin that is turned from the world by the rotation vector theta(t).
/// @param theta  [rad]
/// @param rate   dtheta/dt [rad/s]
/// @param second second derivative of theta [rad/s2]
MovingFrame turning_by(const Vector3& theta, const Vector3& rate, const Vector3& second);

/// The motion in the world of a frame that moves relative to a moving carrier, with the
/// centrifugal and Coriolis accelerations of that relative motion.
/// @param carrier  the carrier in the world
/// @param relative the frame as seen from the carrier, in the axes of the carrier
MovingFrame carried_by(const MovingFrame& carrier, const MovingFrame& relative);

/// The motion of a body as a function of time. Immutable.
class MotionFunction {
 public:
  MotionFunction() = default;
  MotionFunction(const MotionFunction&) = delete;
  MotionFunction& operator=(const MotionFunction&) = delete;
  virtual ~MotionFunction() = default;

  /// Pose, velocity and acceleration of the model frame of the body at a time [s].
  /// @throws Error(kOutOfRange) if the function is not defined at this time
  virtual MovingFrame at(double time) const = 0;
};

/// Checks that a motion that follows a spline is known at a time [s]. One nanosecond after the last
/// row is accepted, since the times of steps are rounded to nanoseconds.
/// @param what subject of the error message, such as "the path of body 'tug'"
/// @throws Error(kOutOfRange) if the time is outside the rows
void require_known(const std::string& what, const CubicSpline& spline, double time);

/// Creates the function for the prescribed motion of a body; null for a body without one.
/// @param sea waves that move a vessel whose motion is given by displacement RAOs [m/m, rad/m];
///            none = still water
/// @throws Error(kInvalidArgument) if the description breaks a rule
std::shared_ptr<const MotionFunction> motion_of(const RigidBody& body,
                                                const std::optional<hydro::Sea>& sea);

/// Sets pose, velocity and given acceleration of a body from the motion of its model frame.
/// @param frame          motion of the model frame
/// @param center_of_mass position of the center of mass in the model frame [m]
void follow(const MovingFrame& frame, const Vector3& center_of_mass, BodyKinematics& body);

}  // namespace raftup::solver
