#pragma once

#include <memory>
#include <string>
#include <vector>

#include "solver/bodies/kinematics.hpp"
#include "solver/bodies/rigid_body.hpp"

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

/// A force field in a model.
struct ForceFieldUse {
  std::string name;                         ///< the field is known by it to saved states
  std::shared_ptr<const ForceField> field;  ///< not null
  std::vector<std::string> bodies;          ///< empty = all
};

}  // namespace raftup::solver
