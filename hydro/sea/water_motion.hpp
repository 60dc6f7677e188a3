/// @file The motion of the surface and of the water at a point.
#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Motion of the surface at a point of the still water plane.
struct SurfaceMotion {
  double elevation = 0.0;           ///< eta [m]
  double rate = 0.0;                ///< d eta/dt at the point [m/s]
  Vector2 slope = Vector2::Zero();  ///< of eta along x and y

  SurfaceMotion& operator+=(const SurfaceMotion& other);
};

/// Motion of the water at a point.
struct WaterMotion {
  Vector3 velocity = Vector3::Zero();      ///< m/s, world
  Vector3 acceleration = Vector3::Zero();  ///< m/s2, of the water there as it goes with the current
  double pressure = 0.0;                   ///< over density, without the hydrostatic one [m2/s2]
};

/// The height [m] at which the motion of a point is evaluated in the undisturbed water: at z, and
/// beyond z by extrapolation with the slope there.
struct WaterHeight {
  double z = 0.0;       ///< m, above the still water plane
  double beyond = 0.0;  ///< m, further up
};

}  // namespace raftup::hydro
