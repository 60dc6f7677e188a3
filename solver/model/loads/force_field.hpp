#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/bodies/rigid_body.hpp"

namespace raftup::solver {

/// A load of a user's own, on every body that its ForceFieldUse selects. Implementations are called
/// from several simulations and threads at once, in any order: force() must be a pure function,
/// without any state of its own that changes.
class ForceField {
 public:
  ForceField() = default;
  ForceField(const ForceField&) = delete;
  ForceField& operator=(const ForceField&) = delete;
  virtual ~ForceField() = default;

  /// @param at   where the body is and how it moves
  /// @param time of the stage [s]
  /// @returns force and moment at the centre of mass, world axes [N, N m]
  virtual Vector6 force(const RigidBody& body, const BodyKinematics& at, double time) const = 0;
};

/// A force field [N, N m] in a model.
struct ForceFieldUse {
  std::string name;                         ///< identifies the field in saved states
  std::shared_ptr<const ForceField> field;  ///< not null
  std::vector<std::string> bodies;          ///< empty = all
};

/// Acceleration of gravity as a function of position [m/s2, world axes]. Implementations are called
/// from several simulations and threads at once: acceleration() must be a pure function, without
/// changing state of its own.
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

/// Gravity of constant magnitude [m/s2] towards one point, and none at that point.
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
