#pragma once

#include "solver/loads/base/attachment.hpp"
#include "solver/model/faded_current.hpp"

namespace raftup::solver {

/// The horizontal motion of a point of a hull relative to the water, in the axes of the hull's
/// heading.
struct HullMotion {
  /// Velocity of the point relative to the water, ahead and to port [m/s].
  double u = 0.0, v = 0.0;
  double r = 0.0;  ///< yaw rate, counter-clockwise seen from above [rad/s]

  HullMotion() = default;
  /// @param current velocity of the water [m/s, world frame]
  HullMotion(const Vector2& current, const Attachment& point, const Kinematics& bodies);

  double speed() const;  ///< speed U = sqrt(u^2 + v^2) [m/s]
  /// Drift angle beta = atan2(v, u) [rad]; positive if the hull moves to port, as in a turn to
  /// starboard.
  double drift() const;
};

/// Returns the current at the depth that a point has at t = 0 [m/s, world frame].
FadedCurrent current_at(const Attachment& point, const LoadSite& site);

}  // namespace raftup::solver
