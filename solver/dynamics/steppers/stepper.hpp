#pragma once

#include <memory>
#include <span>

#include "solver/dynamics/steppers/step_start.hpp"
#include "solver/dynamics/system/multibody_system.hpp"

namespace raftup::solver {

/// Advances an island by one step: poses and momenta [world frame] at t to those at t + h. It keeps
/// what it has computed of the last step, but nothing on which the next step depends.
class Stepper {
 public:
  Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;
  virtual ~Stepper() = default;

  /// How much of the start of a step it needs, if no added mass [kg] is lumped; else it needs
  /// everything.
  virtual StepStart::Known needs() const = 0;

  /// Computes the step that begins at `start`, for which `state` is given and the loads are
  /// prepared.
  /// @throws Error(kInternal) if a value is no longer finite, and what a load throws
  virtual void compute(const StepStart& start, const State& state) = 0;

  virtual const Kinematics& end() const = 0;  ///< at t + h

  /// Multipliers of the constraints over the step, one per row [N, N m]; null for a smooth stepper,
  /// whose multipliers are a function of the instant.
  virtual const VectorXd* multipliers() const { return nullptr; }

  /// Accelerations of its last evaluation [m/s2, rad/s2, world axes], one per body, if that is
  /// later than the start of the step and added mass is lumped; else empty.
  virtual std::span<const Vector6> last_accelerations() const { return {}; }

  /// The machines of the island at the end of the step; empty for a stepper that cannot have them.
  virtual std::span<const MachineState> machines() const { return {}; }
};

/// The stepper of an island: that of the model, or else the one that its constraints and contacts
/// need, which is rk4 if they need none, and moreau_jean if there are machines. Contacts that leave no choice need kByReach.
/// @param system of `model`
StepperKind choose_stepper(const Model& model, const MultibodySystem& system);

/// True if a stepper computes multipliers over its steps (Stepper::multipliers).
bool steps_by_impulses(StepperKind kind);

/// @param model of `system`; gives the step h [s] and theta
std::unique_ptr<Stepper> make_stepper(StepperKind kind, MultibodySystem& system,
                                      const Model& model);

}  // namespace raftup::solver
