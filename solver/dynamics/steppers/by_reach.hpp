#pragma once

#include "solver/dynamics/steppers/impulse_stepper.hpp"
#include "solver/dynamics/steppers/runge_kutta4.hpp"
#include "solver/dynamics/steppers/stepper.hpp"

namespace raftup::solver {

/// Runge-Kutta of order 4 as long as nothing is in reach, Spook in every step in which two shapes
/// that push may touch, and in the step after one in which they pushed. Both keep poses and
/// momenta, so that nothing is converted, and which of them steps is a function of the state.
/// Reactions of joints are those of the instant, as of a smooth stepper.
class ByReach final : public Stepper {
 public:
  /// @param system without joints or interactions that need impulses
  ByReach(MultibodySystem& system, const Model& model);

  StepStart::Known needs() const override { return StepStart::Known::kReactions; }
  void compute(const StepStart& start, const State& state) override;
  const Kinematics& end() const override { return last_->end(); }
  std::span<const Vector6> last_accelerations() const override {
    return last_->last_accelerations();
  }

 private:
  bool anything_in_reach(const StepStart& start, const State& state);

  ContactSet& contacts_;
  double step_;  ///< h [s]
  RungeKutta4 free_;
  ImpulseStepper touching_;  ///< by Spook
  Stepper* last_ = &free_;   ///< of the two, that took the last step
};

}  // namespace raftup::solver
