#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// Acceleration of free fall as a function of the place. Implementations are called from several
/// simulations and threads at once: acceleration() must be a pure function, without any state of
/// its own that changes.
class GravityField {
 public:
  GravityField() = default;
  GravityField(const GravityField&) = delete;
  GravityField& operator=(const GravityField&) = delete;
  virtual ~GravityField() = default;

  /// @param position of a centre of mass, world [m]
  /// @returns acceleration, world axes [m/s2]
  virtual Vector3 acceleration(const Vector3& position) const = 0;
};

/// The same acceleration everywhere towards one point; none at that point.
class PointGravity final : public GravityField {
 public:
  /// @param origin    world [m]
  /// @param magnitude m/s2, >= 0
  /// @throws Error(kInvalidArgument)
  PointGravity(const Vector3& origin, double magnitude);

  Vector3 acceleration(const Vector3& position) const override;

 private:
  Vector3 origin_;
  double magnitude_;
};

}  // namespace raftup::solver
