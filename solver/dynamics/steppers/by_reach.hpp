#pragma once

#include "solver/dynamics/steppers/impulse_stepper.hpp"
#include "solver/dynamics/steppers/runge_kutta4.hpp"
#include "solver/dynamics/steppers/stepper.hpp"

namespace raftup::solver {

/// Runge-Kutta of order 4 as long as no shapes are near each other, and Spook in every step in
/// which two shapes with contact forces may touch, and in the step after one in which they pushed.
/// Both steppers use poses and momenta (world frame), so that nothing has to be converted, and the
/// choice between them is a function of the state. Reactions of joints are those at the instant, as
/// with any smooth stepper.
class ByReach final : public Stepper {
 public:
  /// @param system without joints, and without interactions that need impulses [N s]
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
  Stepper* last_ = &free_;   ///< the one of the two that took the last step
};

}  // namespace raftup::solver
