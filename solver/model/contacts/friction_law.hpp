#pragma once

#include <cstddef>
#include <optional>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A point of contact at the start of a step, for which a user's law of friction is evaluated.
struct FrictionPoint {
  /// Indices of the two shapes in the model. Shape 1 belongs to a body that forces [N] move.
  std::size_t shape1, shape2;
  Vector3 position;     ///< m, world
  Vector3 normal;       ///< unit normal, world axes, from shape 2 towards shape 1
  double depth;         ///< overlap of the shapes [m]; below 0: a gap
  double normal_force;  ///< normal force of the point in the last step [N]; 0 for a new point
  /// Tangential velocity of the surface of shape 1 relative to that of shape 2 [m/s, world axes].
  /// It includes the motion of surfaces relative to their bodies.
  Vector3 slip;
};

/// A user's own law of friction between two materials. Its functions must return the same result
/// for the same arguments, so that steps can be repeated. Several threads may call them at once.
class FrictionLaw {
 public:
  FrictionLaw() = default;
  FrictionLaw(const FrictionLaw&) = delete;
  FrictionLaw& operator=(const FrictionLaw&) = delete;
  virtual ~FrictionLaw() = default;

  /// Largest friction impulses of a step in the primary direction and perpendicular to it [N s], >=
  /// 0. They do not depend on the normal force of this step.
  /// @param step h [s]; a largest friction force F [N] has the impulse F h
  virtual Vector2 bounds(const FrictionPoint& point, double step) const = 0;

  /// The primary direction of friction [world axes]. It is projected on the plane of contact. If
  /// the result is empty or along the normal, the direction of the ContactMaterial applies.
  virtual std::optional<Vector3> primary_direction(const FrictionPoint& /*point*/) const {
    return std::nullopt;
  }
};

}  // namespace raftup::solver
