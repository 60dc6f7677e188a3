#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/bodies/rigid_body.hpp"

namespace raftup::solver {

/// A user's own load, which acts on the bodies that a ForceFieldUse selects. Several simulations
/// and threads may call force() at once and in any order. It must be a pure function, which means
/// that it must not change any data of the object.
class ForceField {
 public:
  ForceField() = default;
  ForceField(const ForceField&) = delete;
  ForceField& operator=(const ForceField&) = delete;
  virtual ~ForceField() = default;

  /// Computes the force of the field on a body.
  /// @param body the body
  /// @param at   pose and velocity of the body
  /// @param time time of the evaluation [s]
  /// @returns force and moment at the center of mass, world axes [N, N m]
  virtual Vector6 force(const RigidBody& body, const BodyKinematics& at, double time) const = 0;
};

/// A force field [N, N m] of a model, with the bodies on which it acts.
struct ForceFieldUse {
  std::string name;                         ///< identifies the field in saved states
  std::shared_ptr<const ForceField> field;  ///< not null
  std::vector<std::string> bodies;  ///< names of the bodies on which it acts; empty = all bodies
};

/// A user's own acceleration of gravity as a function of position [m/s2, world axes]. Several
/// simulations and threads may call acceleration() at once. It must be a pure function, which means
/// that it must not change any data of the object.
class GravityField {
 public:
  GravityField() = default;
  GravityField(const GravityField&) = delete;
  GravityField& operator=(const GravityField&) = delete;
  virtual ~GravityField() = default;

  /// Computes the acceleration of gravity at a point.
  /// @param position of a center of mass, world [m]
  /// @returns acceleration, world axes [m/s2]
  virtual Vector3 acceleration(const Vector3& position) const = 0;
};

/// Gravity of constant magnitude [m/s2] that is directed towards one point. At that point it is 0.
class PointGravity final : public GravityField {
 public:
  /// @param origin    the point, world [m]
  /// @param magnitude m/s2, >= 0
  /// @throws Error(kInvalidArgument) if the origin is not finite or the magnitude is negative
  PointGravity(const Vector3& origin, double magnitude);

  Vector3 acceleration(const Vector3& position) const override;

 private:
  Vector3 origin_;
  double magnitude_;
};

}  // namespace raftup::solver
