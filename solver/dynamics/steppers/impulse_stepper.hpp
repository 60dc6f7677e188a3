#pragma once

#include <memory>
#include <vector>

#include "solver/dynamics/steppers/contact_impulses.hpp"
#include "solver/dynamics/steppers/held_constraints.hpp"
#include "solver/dynamics/steppers/impulse_law.hpp"
#include "solver/dynamics/steppers/joint_impulses.hpp"
#include "solver/dynamics/steppers/machine_impulses.hpp"
#include "solver/dynamics/steppers/middle_of_step.hpp"
#include "solver/dynamics/steppers/stepper.hpp"
#include "solver/dynamics/steppers/strong_terms.hpp"

namespace raftup::solver {

/// A step in which constraints act by impulses lambda [N s, N m s], for contacts, stops and limited
/// motors. The masses W, the rows G and the loads f are evaluated at the middle of the step
/// (MiddleOfStep):
///   (W(q_m) + A) v+ = p + h f(t_m, q_m, u) + a + G^T lambda,  G v+ + Sigma lambda - b = w,
/// where w = 0 if lambda is inside its bounds, w >= 0 at the lower and w <= 0 at the upper bound.
/// This is a mixed complementarity problem. Then q+ = q + h ((1 - s) v- + s v+), v- = W(q_m)^-1 p.
/// Bodies whose contacts have restitution rotate without change of energy (MiddleOfStep::turn()),
/// and rigid rows are projected back onto g = 0. The matrix A and the impulse a are those of
/// StrongTerms. Momentum is conserved as with every stepper:
///   p+ = W v+ = p + h f + a - A v+ + G^T lambda.
///
/// The order is 2, with s = 1/2, for bodies that move smoothly, free or held by rigid joints. The
/// rows of these joints constrain the mean velocity (v- + v+)/2, and the velocities at the end. The
/// order is 1, with s = 1, for bodies in contact, near a stop, with compliant rows or with strong
/// interactions; their velocity at the end is v+. Redundant rows are excluded at the middle of the
/// step and closed with all other rows at its end; the forces are then distributed over all rows.
/// The ImpulseLaw gives Sigma and b of each row. Contacts are found at the start of the step and
/// are solved in one problem with the constraints, including friction: JointImpulses,
/// ContactImpulses.
/// @source Stewart and Trinkle, An implicit time-stepping scheme for rigid body dynamics (1996);
///         Anitescu and Potra (1997)
class ImpulseStepper final : public Stepper {
 public:
  /// @param model of `system`
  /// @param law   of the stepper that the model selects; not null
  ImpulseStepper(MultibodySystem& system, const Model& model,
                 std::unique_ptr<const ImpulseLaw> law);

  StepStart::Known needs() const override { return StepStart::Known::kForces; }
  void compute(const StepStart& start, const State& state) override;
  const Kinematics& end() const override { return end_; }
  const VectorXd* multipliers() const override { return &joints_.multipliers(); }
  std::span<const MachineState> machines() const override { return machines_.ends(); }

 private:
  void find_regimes();
  void find_row_parts();
  /// Computes velocities and momenta at the end of the step [m/s, rad/s; kg m/s, kg m2/s; world
  /// axes]. The poses remain those at the middle of the step.
  void solve_step(const StepStart& step_start, const State& state);
  void set_up_rows(const Kinematics& bodies);
  void restore_speeds(double now, const State& state);
  void strike(Masses::Strong& masses);
  void push_machines(const VectorXd& guess, const State& state, Masses::Strong& masses);
  void solve_machines(const VectorXd& guess, const State& state, const Kinematics& without,
                      Masses::Strong& masses);
  void respond(const VectorXd& guess, Masses::Strong& masses);
  void apply(const VectorXd& guess, Masses::Strong& masses);
  bool impulses_bring_energy() const;
  void advance(const StageConditions& end);

  MultibodySystem& system_;
  std::unique_ptr<const ImpulseLaw> law_;
  JointImpulses joints_;
  ContactImpulses contacts_;
  MachineImpulses machines_;
  HeldConstraints held_;
  MiddleOfStep middle_;
  StrongTerms strong_;
  std::vector<JointImpulses::RowRole> row_parts_;  ///< role of each row of the joints
  /// For each row, true if its target speed holds at the end of the step.
  std::vector<bool> smooth_rows_;
  /// For each body, the share s of the step at which loads are evaluated (StrongTerms::Motion).
  std::vector<double> progress_;
  /// For each body, the share of v+ in the velocity [m/s, rad/s] that moves its pose; as a rule
  /// MiddleOfStep::share().
  std::vector<double> shares_;
  Kinematics start_, end_;  ///< start_: the state after impacts, if any
  Kinematics free_;         ///< scratch: poses and velocities without impulses [m/s, rad/s]
  BodyVectors wrenches_, twists_;
};

}  // namespace raftup::solver
