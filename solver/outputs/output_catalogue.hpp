#pragma once

#include <vector>

#include "solver/simulation.hpp"

namespace raftup::solver {

/// What can be read of a body, of a joint or of the sea.
enum class Quantity {
  kPosition,
  kOrientation,
  kLinearVelocity,
  kAngularVelocity,
  kDisplacement,
  kLinearAcceleration,
  kAngularAcceleration,
  kExcitationForce,
  kRadiationForce,
  kHydrostaticForce,
  kAddedMassForce,
  kTotalForce,
  kJointForce,
  kJointLocalForce,
  kJointPosition,
  kJointSpeed,
  kWaveElevation,
};

constexpr bool is_of_joint(Quantity quantity) {
  return quantity >= Quantity::kJointForce && quantity <= Quantity::kJointSpeed;
}

/// One output variable: what it is called and what it means.
struct Output {
  Variable variable;
  Quantity quantity;
  std::size_t owner = 0;  ///< index in the model of the body or joint; 0 for the sea's
};

/// Every output of a model: those of each body in the order of the model, those of each joint,
/// then those of the sea.
std::vector<Output> list_outputs(const Model& model);

/// Every input of a model, in its order.
std::vector<Variable> list_inputs(const Model& model);

}  // namespace raftup::solver
