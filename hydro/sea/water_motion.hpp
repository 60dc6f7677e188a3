/// @file The motion of the surface and of the water at a point.
#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Motion of the surface at a point of the still water plane.
struct SurfaceMotion {
  double elevation = 0.0;           ///< elevation eta [m]
  double rate = 0.0;                ///< rate d eta/dt at the fixed point [m/s]
  Vector2 slope = Vector2::Zero();  ///< derivatives of eta along x and y [1]

  SurfaceMotion& operator+=(const SurfaceMotion& other);
};

/// Motion of the water at a point.
struct WaterMotion {
  Vector3 velocity = Vector3::Zero();  ///< velocity [m/s, world axes]
  /// Acceleration of the water particle at the point [m/s2, world axes].
  Vector3 acceleration = Vector3::Zero();
  /// Dynamic pressure over density, without hydrostatic pressure [m2/s2].
  double pressure = 0.0;
};

/// The height [m] at which the motion of the water is evaluated, in the undisturbed water. It is z
/// plus `beyond`; the motion at z is extrapolated linearly over `beyond` with its vertical
/// derivative at z.
struct WaterHeight {
  double z = 0.0;       ///< height above the still water plane [m]
  double beyond = 0.0;  ///< further height over which the motion is extrapolated [m]
};

}  // namespace raftup::hydro
