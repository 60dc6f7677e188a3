#pragma once

#include <vector>

#include "solver/description/variable.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The quantities that can be read from a simulation: of a body, a joint, a load, an observer
/// frame, a contact or distance reader, a line, a wave field, a probe, a machine, an event, a
/// hydrodynamic group, the sea, or of all bodies together.
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
  kSectionLoad,  ///< of a section of a body, see Output::place
  kModeCoordinate,
  kModeVelocity,
  kDeflection,   ///< of a named point of a flexible body, see Output::place
  kModalStress,  ///< of a flexible body, see Output::place
  kJointForce,
  kJointLocalForce,
  kJointPosition,
  kJointSpeed,
  kJointDriveForce,
  kJointDrivePower,
  kJointGap,
  kOfLoad,  ///< one of the outputs that LoadDescription::outputs() lists, see Output::place
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
  kProbeElevation,
  kProbeRelativeElevation,
  kProbeAirGap,
  kProbeWet,
  kProbePressure,
  kProbeVelocity,
  kProbeAcceleration,
  kMachinePressure,
  kMachineFlow,
  kMachineSpeed,
  kMachineForce,
  kMachineAbsorbed,
  kMachineStored,
  kMachineLosses,
  kMachineElectric,
  kMachineElectricPower,
  kEventCount,
  kEventActive,
  kConfiguration,       ///< of a hydrodynamic group: values of the axes of its family
  kConfigurationPower,  ///< of a hydrodynamic group: power of who moves these axes [W]
  kWaveElevation,
  kKineticEnergy,
  kPotentialEnergy,
  kPower,
};

constexpr bool is_of_modes(Quantity quantity) {
  return quantity >= Quantity::kModeCoordinate && quantity <= Quantity::kModalStress;
}

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

constexpr bool is_of_probe(Quantity quantity) {
  return quantity >= Quantity::kProbeElevation && quantity <= Quantity::kProbeAcceleration;
}

constexpr bool is_of_machine(Quantity quantity) {
  return quantity >= Quantity::kMachinePressure && quantity <= Quantity::kMachineElectricPower;
}

constexpr bool is_of_event(Quantity quantity) {
  return quantity == Quantity::kEventCount || quantity == Quantity::kEventActive;
}

constexpr bool is_of_configuration(Quantity quantity) {
  return quantity == Quantity::kConfiguration || quantity == Quantity::kConfigurationPower;
}

/// One output of a simulation: its name, unit and width, and the source of its value.
struct Output {
  Variable variable;
  Quantity quantity;
  /// Index of the object to which the quantity belongs. It is the index in the model of a body,
  /// joint, load, observer frame, reader, input, probe, event or hydrodynamic group, or the index
  /// of a line in LineReading::lines_of(). It is 0 for quantities of the sea and of all bodies
  /// together.
  std::size_t owner = 0;
  /// for kOfLoad: index of the first number among all numbers of the outputs of the load; for
  /// kSectionLoad: index of the section of the body; for kDeflection and kModalStress: index in
  /// FlexibleModes::deflections and stresses
  std::size_t place = 0;
};

/// Lists all outputs of a model in a fixed order: those of each body, joint, load, observer frame,
/// contact reader, distance reader, line, wave field, probe, event and hydrodynamic group, each in
/// the order of the model, and then the elevation of the sea [m], the energies [J] and the powers
/// [W].
std::vector<Output> list_outputs(const Model& model);

}  // namespace raftup::solver
