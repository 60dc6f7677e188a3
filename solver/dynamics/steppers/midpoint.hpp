#pragma once

#include "solver/dynamics/steppers/held_constraints.hpp"
#include "solver/dynamics/steppers/implicit_system.hpp"
#include "solver/dynamics/steppers/stage_masses.hpp"
#include "solver/dynamics/steppers/stepper.hpp"

namespace raftup::solver {

/// Implicit midpoint rule of order 2, for stiff moorings, fenders and dampers. With u the velocity
/// at the middle of the step [m/s, rad/s], q_m = q + h u / 2 and mu = h lambda / 2 [N s, N m s], in
/// world axes,
///   W(q_m) u = p + h f(t_m, q_m, u) / 2 + G^T mu,   G u = target speed,
///   q+ = q + h u,   p+ = p + h f + 2 G^T mu.
/// Newton's method solves the equations with the stiffness and damping of the loads; the error of
/// the momentum is then that of the loads. Joints are closed at the end of the step, as by every
/// smooth stepper. Redundant rows are excluded until then.
/// @source Hairer, Lubich and Wanner, Geometric Numerical Integration (2006)
class Midpoint final : public Stepper {
 public:
  /// @param model of `system`
  Midpoint(MultibodySystem& system, const Model& model);

  StepStart::Known needs() const override { return StepStart::Known::kForces; }
  /// Takes the step by solving the equations of the midpoint rule with Newton's method.
  /// @throws Error(kInternal) if Newton's method does not converge
  void compute(const StepStart& start, const State& state) override;
  const Kinematics& end() const override { return end_; }

 private:
  void begin(const StepStart& start, const State& state);
  bool iterate(const StageTime& at, const State& state, int iteration, StageMasses& water);
  bool must_factorize(int iteration) const;
  void place_middle();
  void find_residuals(const StageMasses& water);
  void factorize(const StageTime& at, const State& state);
  void finish(StageMasses& water);

  MultibodySystem& system_;
  ConstraintSet& constraints_;
  HeldConstraints held_;
  double step_;
  double times_end_ = 0.0;  ///< time of the end of the step [s]
  /// True if each iteration factorizes anew, since the slopes change as contacts begin, end or
  /// slip.
  bool refactorizes_;
  bool has_lines_;  ///< true if loads act over steps
  ImplicitSystem implicit_;
  bool factorized_ = false;  ///< true if the system has been factorized in this step
  Kinematics start_, middle_, end_;
  Forces forces_;
  LoadJacobian jacobian_;
  std::vector<MassBlock> masses_;
  BodyVectors rates_, residual_, wrenches_;
  BodyVectors velocities_;  ///< twists at the start of the step [m/s, rad/s, world axes]
  /// Accelerations at the start of the step [m/s2, rad/s2]; empty if no added mass is lumped.
  BodyVectors last_accelerations_;
  VectorXd start_violation_, sigma_, mu_, constraint_residual_;
  std::vector<bool> active_;
};

}  // namespace raftup::solver
