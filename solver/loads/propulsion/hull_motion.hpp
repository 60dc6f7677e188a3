#pragma once

#include "solver/loads/base/attachment.hpp"

namespace raftup::solver {

/// The horizontal motion of a hull relative to the water, in the axes of its heading.
struct HullMotion {
  double u = 0.0, v = 0.0;  ///< of a point of it, ahead and to port [m/s]
  double r = 0.0;           ///< yaw rate, counter-clockwise from above [rad/s]

  HullMotion() = default;
  /// @param current of the water [m/s, world]
  HullMotion(const Vector2& current, const Attachment& point, const Kinematics& bodies);

  double speed() const;  ///< U = sqrt(u^2 + v^2)
  double drift() const;  ///< beta = atan2(v, u): > 0 to port, as in a turn to starboard [rad]
};

/// The current at the depth that a point has at t = 0 [m/s, world].
Vector2 current_at(const Attachment& point, const LoadSite& site);

}  // namespace raftup::solver
