#pragma once

#include "solver/contacts/contact_problem.hpp"
#include "solver/joints/mixed_complementarity.hpp"
#include "solver/steppers/held_constraints.hpp"
#include "solver/steppers/middle_of_step.hpp"
#include "solver/steppers/stepper.hpp"
#include "solver/steppers/strong_terms.hpp"

namespace raftup::solver {

/// A step in which constraints act by impulses lambda, for contacts, stops and limited motors, with
/// masses W, rows G and loads f at its middle (MiddleOfStep):
///   (W(q_m) + A) v+ = p + h f(t_m, q_m, u) + a + G^T lambda,  G v+ + Sigma lambda - b = w,
/// w = 0 where lambda is inside its bounds, w >= 0 at the lower, w <= 0 at the upper: a mixed
/// complementarity problem. Then q+ = q + h ((1 - s) v- + s v+), v- = W(q_m)^-1 p, and rigid rows
/// are projected back onto g = 0. A and a are those of StrongTerms. Momentum is kept as by every
/// stepper: p+ = W v+ = p + h f + a - A v+ + G^T lambda.
///
/// Of order 2 with s = 1/2 for what moves smoothly, free or held by rigid joints, whose rows hold
/// G (v- + v+)/2 and the velocities at the end; of order 1 for what touches or comes to a stop, for
/// bodies of compliant rows and for strong interactions, which with s = 1 end where their equations
/// say.
/// Sigma and b of a row are what the steppers of this kind differ in. Contacts are found where the
/// step begins and solved with the constraints in one problem, their friction with them.
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
    double violation;  ///< g where the step begins [m, rad]
    double speed;      ///< G v- [m/s, rad/s]
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

  virtual ContactEquation equation(const Contact& contact, const ContactMotion& motion) const = 0;

  /// How much of v+ moves the poses, s; the rest is v-.
  virtual double implicitness(MiddleOfStep::Passage passage) const = 0;

  /// Whether a blow on this row, of restitution > 0, comes before the step as an impulse of its
  /// own.
  virtual bool strikes(const Row& row) const = 0;
  virtual bool strikes_before(const Contact& contact, double speed) const = 0;

  void measure_start();
  void find_passages();
  /// Velocities and momenta at the end of the step, poses still those at its middle.
  void solve_step(const StepStart& step_start, const State& state);
  void set_up_rows(const Kinematics& bodies);
  bool struck() const;
  void restore_speeds(double now, const State& state);
  void strike(Masses::Strong& masses);
  RowEquation step_equation(const Row& row, Eigen::Index index) const;
  /// In a blow, which lasts no time: what strikes gets its share of the speed back, rigid rows
  /// hold, compliant rows resist the change of their speed as they would within a step.
  RowEquation blow_equation(const Row& row) const;
  bool acts(Eigen::Index row) const;
  ContactMotion motion(std::size_t contact) const;
  std::vector<Vector3> measure_contacts(const Kinematics& bodies) const;
  template <typename Equation>
  void pose_problem(const Equation& equation);
  template <typename Equation>
  void apply(const Equation& equation, const VectorXd& guess, Masses::Strong& masses);
  void solve_rows(const VectorXd& guess, Masses::Strong& masses);
  void solve_with_contacts(const VectorXd& guess);
  bool impulses_bring_energy() const;
  void advance();
  Row row(Eigen::Index index) const;
  Row row_at_start(Eigen::Index index) const;

  MultibodySystem& system_;
  ConstraintSet& constraints_;
  ContactSet& contacts_;
  ContactProblem contact_problem_;
  HeldConstraints held_;
  double step_;
  MiddleOfStep middle_;
  StrongTerms strong_;
  std::vector<Eigen::Index> bouncing_;  ///< rows of restitution > 0
  MixedComplementarityProblem problem_;
  std::vector<ContactEquation> contact_equations_;
  /// Of each contact, in its rows: of v- or where the step begins [m/s], of the last solution [N
  /// s], of the whole step [N].
  std::vector<Vector3> contact_speeds_, contact_impulses_, contact_forces_;
  VectorXd impulses_, multipliers_, violations_, speeds_, free_speeds_;
  std::vector<bool> stops_, smooth_rows_;  ///< by row
  std::vector<double> progress_;           ///< by body: of StrongTerms::Motion
  Kinematics start_, end_;                 ///< start_: after the blows
  BodyVectors wrenches_, twists_;
};

/// Regularised and stabilised constraints: a row of compliance eps and damping time tau is
///   G v+ + Sigma lambda = -(4/h) Upsilon g + Upsilon G v,
///   Sigma = (4/h^2) eps / (1 + 4 tau/h), Upsilon = 1 / (1 + 4 tau/h),
/// for a rigid row with tau = 2 h and a Sigma that only keeps redundant rows solvable. A stop acts
/// once it would be passed within the step; where it gives speed back, a blow comes first:
/// dg/dt+ = -e dg/dt-. Contacts are stabilised_contact(), blows first.
///
/// Loads are explicit, by one evaluation at the middle: with stiffness K and damping D of the
/// loads, motion grows without bound once a frequency has h^2 K + 2 h D >= 4 W (without damping h
/// omega >= 2). Stiffer loads need a smaller step, the stepper kMoreauJean, or to be rows: a joint
/// of their compliance.
/// @source Lacoursiere (2007)
class Spook final : public ImpulseStepper {
 public:
  using ImpulseStepper::ImpulseStepper;

 private:
  RowEquation equation(const Row& row) const override;
  ContactEquation equation(const Contact& contact, const ContactMotion& motion) const override {
    return stabilised_contact(contact, motion);
  }
  double implicitness(MiddleOfStep::Passage passage) const override {
    return passage == MiddleOfStep::Passage::kSmooth ? 0.5 : 1.0;
  }
  bool strikes(const Row& row) const override;
  bool strikes_before(const Contact& contact, double speed) const override {
    return solver::strikes(contact, speed);
  }
};

/// Moreau and Jean's theta-method: constraints at velocity level, one solve per step.
/// Rigid rows hold G v+ = target speed. A stop acts where it would be passed within half a step,
///   g + gamma h dg/dt <= 0, gamma = 1/2,
/// by Newton's law: 0 <= dg/dt+ + e dg/dt-, complementary to lambda >= 0. Compliant rows act as in
/// Spook. Poses move with (1 - theta) v + theta v+, and loads are implicit in their stiffness and
/// damping by theta (StrongTerms), so that with theta >= 1/2 no linear passive load, however stiff,
/// brings energy. What is a function of time acts as it is at the middle. @source Jean (1999)
class MoreauJean final : public ImpulseStepper {
 public:
  /// @param theta 0.5..1: at 1/2 free motion keeps its energy, above it high frequencies die out
  MoreauJean(MultibodySystem& system, const Model& model, double theta)
      : ImpulseStepper(system, model), theta_(theta) {}

 private:
  RowEquation equation(const Row& row) const override;
  ContactEquation equation(const Contact& contact, const ContactMotion& motion) const override {
    return forecast_contact(contact, motion);
  }
  double implicitness(MiddleOfStep::Passage /*passage*/) const override { return theta_; }
  bool strikes(const Row& /*row*/) const override { return false; }
  bool strikes_before(const Contact& /*contact*/, double /*speed*/) const override { return false; }

  double theta_;
};

}  // namespace raftup::solver
