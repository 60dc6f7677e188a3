#pragma once

#include <memory>
#include <span>

#include "solver/dynamics/steppers/step_start.hpp"
#include "solver/dynamics/system/multibody_system.hpp"

namespace raftup::solver {

/// Advances an island by one step: from poses and momenta [world frame] at t to those at t + h. A
/// stepper stores what it has computed in the last step, but no later step depends on it.
class Stepper {
 public:
  Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;
  virtual ~Stepper() = default;

  /// The quantities of the start of a step that the stepper needs, if no added mass [kg] is lumped.
  /// With lumped added mass the stepper needs all of them.
  virtual StepStart::Known needs() const = 0;

  /// Computes the step that begins at `start`. The loads must be prepared for the step.
  /// @param state at the start of the step
  /// @throws Error(kInternal) if a value is no longer finite, and the errors of the loads
  virtual void compute(const StepStart& start, const State& state) = 0;

  virtual const Kinematics& end() const = 0;  ///< poses and velocities at t + h, world frame

  /// Multipliers of the constraints over the step, one per row [N, N m]. Null for a smooth stepper,
  /// whose multipliers are a function of the instant.
  virtual const VectorXd* multipliers() const { return nullptr; }

  /// Accelerations of the last evaluation of forces in the step [m/s2, rad/s2, world axes], one per
  /// body. Empty if no added mass is lumped or if the last evaluation is at the start of the step.
  virtual std::span<const Vector6> last_accelerations() const { return {}; }

  /// The machines of the island at the end of the step; empty for a stepper that cannot have them.
  virtual std::span<const MachineState> machines() const { return {}; }
};

/// Chooses the stepper of an island. It is the stepper of the model if one other than kByReach is
/// given, and kMoreauJean if none is given and there are machines. With loads that act over steps it is
/// kMidpoint, or kMoreauJean if there are contacts or if joints need impulses. Otherwise it is kSpook if a
/// joint or strong interaction needs impulses, and kRungeKutta4 if none needs them and there are no
/// contacts. With contacts only, it is kByReach if the model gives kByReach, else kSpook.
/// @param system of `model`
StepperKind choose_stepper(const Model& model, const MultibodySystem& system);

/// True if steppers of a kind compute constraint forces as mean values over a step
/// (Stepper::multipliers), and not as a function of the instant.
bool steps_by_impulses(StepperKind kind);

/// Makes a stepper of the given kind.
/// @param model of `system`; its step h [s] and theta are used
std::unique_ptr<Stepper> make_stepper(StepperKind kind, MultibodySystem& system,
                                      const Model& model);

}  // namespace raftup::solver
