#pragma once

#include <span>

#include "solver/steppers/step_start.hpp"

namespace raftup::solver {

/// Advances a part of a model by one step: poses and momenta at t to those at t + h. It keeps
/// what it computed of the last step and nothing that the next depends on.
class Stepper {
 public:
  Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;
  virtual ~Stepper() = default;

  /// Computes the step that begins at `start`, where `state` is.
  /// @throws Error(kInternal) when a value stops being finite, and what a load throws
  virtual void compute(StepStart& start, const State& state) = 0;

  virtual const Kinematics& end() const = 0;  ///< at t + h

  /// Multipliers of the constraints over the step, one per row [N, N m]; null where they are a
  /// function of the instant, as a smooth stepper has them.
  virtual const VectorXd* multipliers() const { return nullptr; }

  /// Accelerations of its last evaluation, one per body, where that is later than the start of the
  /// step and added mass is lumped; else empty.
  virtual std::span<const Vector6> last_accelerations() const { return {}; }
};

/// The stepper that suits a part of a model: what its constraints need, rk4 where nothing does.
StepperKind suitable_stepper(const MultibodySystem& system);

/// Whether a stepper computes multipliers over its steps (Stepper::multipliers).
bool steps_by_impulses(StepperKind kind);

/// @param model of `system`: its step h, theta
std::unique_ptr<Stepper> make_stepper(StepperKind kind, MultibodySystem& system,
                                      const Model& model);

}  // namespace raftup::solver
