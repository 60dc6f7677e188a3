#pragma once

#include <cstddef>
#include <optional>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A point of contact where friction is asked of a user's law, where the step begins.
struct FrictionPoint {
  /// Indices in the model. Shape 1 is of a body that forces move.
  std::size_t shape1, shape2;
  Vector3 position;     ///< m, world
  Vector3 normal;       ///< unit, world, out of shape 2
  double depth;         ///< m; < 0: a gap
  double normal_force;  ///< N, that the point had in the last step; 0 of a new one
  Vector3 slip;         ///< m/s, world: of shape 1 against shape 2, with the motion of surfaces
};

/// Friction between two materials where a user of the library says it. It answers the same for
/// the same, so that steps may be taken again; several threads may ask at once.
class FrictionLaw {
 public:
  FrictionLaw() = default;
  FrictionLaw(const FrictionLaw&) = delete;
  FrictionLaw& operator=(const FrictionLaw&) = delete;
  virtual ~FrictionLaw() = default;

  /// Largest impulses of friction in a step along the primary direction and across it [N s],
  /// whatever the normal force becomes; >= 0.
  /// @param step h [s]: a bound F [N] is F h
  virtual Vector2 bounds(const FrictionPoint& point, double step) const = 0;

  /// The primary direction [world], projected on the plane of contact; none, or along the normal:
  /// as without this law.
  virtual std::optional<Vector3> primary_direction(const FrictionPoint& /*point*/) const {
    return std::nullopt;
  }
};

}  // namespace raftup::solver
