#pragma once

#include <vector>

#include "solver/simulation.hpp"

namespace raftup::solver {

/// What can be read of a body, of a joint, of a load, of an observer, of a wave field or of the
/// sea.
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
  kJointGap,
  kLineTension,
  kLineLength,
  kLineSpeed,
  kObserverPosition,
  kObserverDistance,
  kObserverOrientation,
  kObserverLinearVelocity,
  kObserverAngularVelocity,
  kObserverLinearAcceleration,
  kObserverAngularAcceleration,
  kFieldPoints,
  kWaveElevation,
};

constexpr bool is_of_joint(Quantity quantity) {
  return quantity >= Quantity::kJointForce && quantity <= Quantity::kJointGap;
}

constexpr bool is_of_load(Quantity quantity) {
  return quantity >= Quantity::kLineTension && quantity <= Quantity::kLineSpeed;
}

constexpr bool is_of_observer(Quantity quantity) {
  return quantity >= Quantity::kObserverPosition &&
         quantity <= Quantity::kObserverAngularAcceleration;
}

/// One output variable: what it is called and what it means.
struct Output {
  Variable variable;
  Quantity quantity;
  std::size_t owner =
      0;  ///< index in the model of the body, joint, load, observer or input; 0 for the sea's
};

/// Every output of a model: those of each body in the order of the model, those of each joint,
/// each line (winch or spring), each observer and each wave field, then those of the sea.
std::vector<Output> list_outputs(const Model& model);

/// Every input of a model, in its order.
std::vector<Variable> list_inputs(const Model& model);

}  // namespace raftup::solver
