#pragma once

#include <cstddef>
#include <optional>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A point of contact at the start of a step, for which a user's law of friction is evaluated.
struct FrictionPoint {
  /// Indices in the model. Shape 1 belongs to a body that forces [N] move.
  std::size_t shape1, shape2;
  Vector3 position;     ///< m, world
  Vector3 normal;       ///< unit, world, out of shape 2
  double depth;         ///< m; < 0: a gap
  double normal_force;  ///< N, of the point in the last step; 0 for a new point
  Vector3 slip;  ///< m/s, world: velocity of shape 1 relative to shape 2, including moving surfaces
};

/// A user's own law of friction between two materials. It must give the same answer for the same
/// arguments, so that steps can be repeated; several threads may call it at once.
class FrictionLaw {
 public:
  FrictionLaw() = default;
  FrictionLaw(const FrictionLaw&) = delete;
  FrictionLaw& operator=(const FrictionLaw&) = delete;
  virtual ~FrictionLaw() = default;

  /// Largest impulses of friction in a step along the primary direction and perpendicular to it [N
  /// s], whatever the normal force will be; >= 0.
  /// @param step h [s]: a bound of F [N] is F h
  virtual Vector2 bounds(const FrictionPoint& point, double step) const = 0;

  /// The primary direction [world axes], which is projected on the plane of contact. Nothing, or a
  /// vector along the normal, means the direction that applies without this law.
  virtual std::optional<Vector3> primary_direction(const FrictionPoint& /*point*/) const {
    return std::nullopt;
  }
};

}  // namespace raftup::solver
