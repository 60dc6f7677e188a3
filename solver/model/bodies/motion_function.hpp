#pragma once

#include <memory>
#include <optional>

#include "hydro/sea/sea.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// A pose and its first two derivatives [m/s, rad/s; m/s2, rad/s2], of a point fixed in a body.
struct MovingFrame {
  Vector3 position = Vector3::Zero();            ///< m, world
  Quaternion attitude = Quaternion::Identity();  ///< unit, body to world
  Vector6 velocity = Vector6::Zero();            ///< m/s of the point; rad/s, world axes
  Vector6 acceleration = Vector6::Zero();        ///< m/s2 of the point; rad/s2, world axes

  /// The same of another point of the body.
  /// @param from_point in body axes [m]
  MovingFrame at(const Vector3& from_point) const;
};

/// The attitude s/|s| with its angular velocity and acceleration, given a quaternion s(t) and its
/// derivatives; the position is 0. With q = s/|s|, omega = 2 q' q*, domega/dt = 2 (q'' q* + q' q'*).
/// @param s not 0
MovingFrame turning(const Quaternion& s, const Quaternion& rate, const Quaternion& second);

/// A motion that is a function of time. Immutable.
class MotionFunction {
 public:
  MotionFunction() = default;
  MotionFunction(const MotionFunction&) = delete;
  MotionFunction& operator=(const MotionFunction&) = delete;
  virtual ~MotionFunction() = default;

  /// Motion of the model frame at a time [s].
  /// @throws Error(kOutOfRange) where the function is not known
  virtual MovingFrame at(double time) const = 0;
};

/// The prescribed motion of a body; null for a body without one.
/// @param sea waves that a vessel of displacement RAOs moves in [m]; none = still water
/// @throws Error(kInvalidArgument) where the description breaks a rule
std::shared_ptr<const MotionFunction> motion_of(const RigidBody& body,
                                                const std::optional<hydro::Sea>& sea);

/// Places a body at the motion of its model frame, with its velocity and given acceleration.
/// @param center_of_mass in the model frame [m]
void follow(const MovingFrame& frame, const Vector3& center_of_mass, BodyKinematics& body);

}  // namespace raftup::solver
