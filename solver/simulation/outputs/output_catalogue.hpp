#pragma once

#include <vector>

#include "solver/description/variable.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// What can be read of a body, of a joint, of a load, of an observer, of a wave field, of the sea
/// or of all together.
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
  kSecondOrderForce,
  kJointForce,
  kJointLocalForce,
  kJointPosition,
  kJointSpeed,
  kJointGap,
  kOfLoad,  ///< what its kind lists: Output::place
  kLoadForce,
  kLoadPower,
  kObserverPosition,
  kObserverDistance,
  kObserverOrientation,
  kObserverLinearVelocity,
  kObserverAngularVelocity,
  kObserverLinearAcceleration,
  kObserverAngularAcceleration,
  kContactNormalForce,
  kContactFrictionForce,
  kContactTorque,
  kContactCount,
  kContactDepth,
  kContactResidual,
  kDistance,
  kDistancePoint1,
  kDistancePoint2,
  kLineHit,
  kLinePoint,
  kLineNormal,
  kLineDepth,
  kFieldPoints,
  kWaveElevation,
  kKineticEnergy,
  kPotentialEnergy,
  kPower,
};

constexpr bool is_of_joint(Quantity quantity) {
  return quantity >= Quantity::kJointForce && quantity <= Quantity::kJointGap;
}

constexpr bool is_of_load(Quantity quantity) {
  return quantity >= Quantity::kOfLoad && quantity <= Quantity::kLoadPower;
}

constexpr bool is_of_energy(Quantity quantity) {
  return quantity >= Quantity::kKineticEnergy && quantity <= Quantity::kPower;
}

constexpr bool is_of_observer(Quantity quantity) {
  return quantity >= Quantity::kObserverPosition &&
         quantity <= Quantity::kObserverAngularAcceleration;
}

constexpr bool is_of_contact(Quantity quantity) {
  return quantity >= Quantity::kContactNormalForce && quantity <= Quantity::kContactResidual;
}

constexpr bool is_of_distance(Quantity quantity) {
  return quantity >= Quantity::kDistance && quantity <= Quantity::kDistancePoint2;
}

constexpr bool is_of_line(Quantity quantity) {
  return quantity >= Quantity::kLineHit && quantity <= Quantity::kLineDepth;
}

/// One output variable: what it is called and what it means.
struct Output {
  Variable variable;
  Quantity quantity;
  /// Index in the model of the body, joint, load, observer, reader or input, in
  /// LineReading::lines_of() of a line; 0 for those of the whole.
  std::size_t owner = 0;
  std::size_t place = 0;  ///< of kOfLoad: among the numbers that the load reads
};

/// Every output of a model: those of each body in the order of the model, those of each joint,
/// each load, each observer, each contact reader, each distance reader, each line among the shapes
/// and each wave field, then those of the sea and of the energy balance.
std::vector<Output> list_outputs(const Model& model);

}  // namespace raftup::solver
