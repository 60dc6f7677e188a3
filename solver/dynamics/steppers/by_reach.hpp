#pragma once

#include "solver/dynamics/steppers/impulse_stepper.hpp"
#include "solver/dynamics/steppers/runge_kutta4.hpp"
#include "solver/dynamics/steppers/stepper.hpp"

namespace raftup::solver {

/// Uses the Runge-Kutta method of order 4 while no shapes are near each other. It uses the stepper
/// Spook in every step in which two shapes with contact forces may touch, and in the step after one
/// with a contact force. Both steppers use poses and momenta (world frame), so that no state has to
/// be converted between steps. The choice between the two steppers is a function of the state. The
/// reactions of joints are those at the instant of output, as with any smooth stepper.
class ByReach final : public Stepper {
 public:
  /// @param system must have no joints or interactions that need impulses [N s]
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
  double step_;  ///< time step h [s]
  RungeKutta4 free_;
  ImpulseStepper touching_;  ///< the stepper Spook
  Stepper* last_ = &free_;   ///< the stepper that computed the last step
};

}  // namespace raftup::solver
