#pragma once

#include "solver/joints/mixed_complementarity.hpp"
#include "solver/steppers/stepper.hpp"
#include "solver/steppers/strong_terms.hpp"

namespace raftup::solver {

/// A step of order 1 in which constraints act by impulses lambda, for contacts, stops and limited
/// motors:
///   (W(q) + A) v+ = p + h f(t, q, v) + a + G^T lambda,  G v+ + Sigma lambda - b = w,
/// w = 0 where lambda is inside its bounds, w >= 0 at the lower, w <= 0 at the upper: a mixed
/// complementarity problem. Then q+ = q + h u, u between v and v+, and rigid rows are projected
/// back onto g = 0. A and a are those of StrongTerms. Momentum is kept as by every stepper:
/// p+ = W v+ = p + h f + a - A v+ + G^T lambda.
/// Sigma and b of a row are what the steppers of this kind differ in.
class ImpulseStepper : public Stepper {
 public:
  /// @param model of `system`
  ImpulseStepper(MultibodySystem& system, const Model& model);

  StepStart::Known needs() const final { return StepStart::Known::kForces; }
  void compute(const StepStart& start, const State& state) final;
  const Kinematics& end() const final { return end_; }
  const VectorXd* multipliers() const final { return &multipliers_; }

 protected:
  /// What is known of a row when the step begins.
  struct Row {
    const RowLaw& law;
    double violation;  ///< g [m, rad]
    double speed;      ///< G v [m/s, rad/s]
    double mobility;   ///< of G W^-1 G^T [1/kg, 1/(kg m2)]
  };
  /// G v+ + sigma lambda = target, for impulses between lower and upper [N s, N m s].
  struct RowEquation {
    double sigma = 0.0, target = 0.0;
    double regularisation = 0.0;      ///< the part of sigma that only keeps redundant rows solvable
    double lower = 0.0, upper = 0.0;  ///< both 0: the row does not act
  };

  double step() const { return step_; }

  /// A row held at its target speed, within the bounds of its law as impulses in one step.
  RowEquation bounded_equation(const Row& row) const;

  /// The same, drawn back to g = 0 and yielding as its law says: StabilisedRow.
  /// @param damping_time tau [s]
  RowEquation stabilised_equation(const Row& row, double damping_time) const;

  /// A stop: lambda >= 0 pushes away from g = 0.
  static bool one_sided(const RowLaw& law) { return law.holds_position && law.lower == 0.0; }

 private:
  virtual RowEquation equation(const Row& row) const = 0;

  /// How much of v+ moves the poses; the rest is v.
  virtual double implicitness() const = 0;

  /// Whether a blow on this row, of restitution > 0, comes before the step as an impulse of its
  /// own.
  virtual bool strikes(const Row& row) const = 0;

  /// Velocities and momenta at the end of the step, poses still those at its start.
  void solve_step(const StepStart& step_start, const State& state);
  void set_up_rows();
  bool restore_speeds(Masses::Strong& masses);
  /// In a blow, which lasts no time: what strikes gets its share of the speed back, rigid rows
  /// hold, compliant rows resist the change of their speed as they would within a step.
  RowEquation blow_equation(const Row& row) const;
  bool acts(Eigen::Index row) const;
  template <typename Equation>
  void pose_problem(const Equation& equation);
  template <typename Equation>
  void apply(const Equation& equation, const VectorXd& guess, Masses::Strong& masses);
  void solve_rows(const VectorXd& guess, Masses::Strong& masses);
  void advance();
  Row row(Eigen::Index index) const;

  MultibodySystem& system_;
  ConstraintSet& constraints_;
  HeldConstraints held_;
  double step_;
  StrongTerms strong_;
  std::vector<Eigen::Index> bouncing_;  ///< rows of restitution > 0
  MixedComplementarityProblem problem_;
  VectorXd impulses_, multipliers_, speeds_, free_speeds_;
  Kinematics start_, end_;  ///< start_: after the blows
  BodyVectors wrenches_, twists_;
};

}  // namespace raftup::solver
