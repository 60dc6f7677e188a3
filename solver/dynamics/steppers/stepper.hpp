#pragma once

#include <memory>
#include <span>

#include "solver/dynamics/steppers/step_start.hpp"
#include "solver/dynamics/system/multibody_system.hpp"

namespace raftup::solver {

/// Advances an island by one step: poses and momenta at t to those at t + h. It keeps what it
/// computed of the last step and nothing that the next depends on.
class Stepper {
 public:
  Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;
  virtual ~Stepper() = default;

  /// What it needs to know of the start of a step, where no added mass is lumped; else everything.
  virtual StepStart::Known needs() const = 0;

  /// Computes the step that begins at `start`, where `state` is and the loads are prepared.
  /// @throws Error(kInternal) when a value stops being finite, and what a load throws
  virtual void compute(const StepStart& start, const State& state) = 0;

  virtual const Kinematics& end() const = 0;  ///< at t + h

  /// Multipliers of the constraints over the step, one per row [N, N m]; null where they are a
  /// function of the instant, as a smooth stepper has them.
  virtual const VectorXd* multipliers() const { return nullptr; }

  /// Accelerations of its last evaluation, one per body, where that is later than the start of the
  /// step and added mass is lumped; else empty.
  virtual std::span<const Vector6> last_accelerations() const { return {}; }
};

/// The stepper of an island: that of the model, else what its constraints and contacts need, rk4
/// where nothing does. kByReach is what is needed where contacts leave no choice.
/// @param system of `model`
StepperKind choose_stepper(const Model& model, const MultibodySystem& system);

/// Whether a stepper computes multipliers over its steps (Stepper::multipliers).
bool steps_by_impulses(StepperKind kind);

/// @param model of `system`: its step h, theta
std::unique_ptr<Stepper> make_stepper(StepperKind kind, MultibodySystem& system,
                                      const Model& model);

}  // namespace raftup::solver
