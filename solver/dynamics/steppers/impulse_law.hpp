#pragma once

#include "solver/contacts/contact_equation.hpp"
#include "solver/joints/constraint_block.hpp"

namespace raftup::solver {

/// The law by which rows of joints and contacts act by their impulses [N s, N m s] over a step h
/// [s]. The law also determines the share of the velocity at the end of the step in the motion of
/// the poses. The steppers that work with impulses differ only in their law. The law depends on
/// neither bodies nor masses. Immutable.
class ImpulseLaw {
 public:
  /// The data of a constraint row at the start of a step.
  struct Row {
    const RowLaw& law;
    double violation;  ///< g at the start of the step [m, rad]
    double speed;      ///< G v- at the start of the step [m/s, rad/s]
    /// Speed per unit impulse in the row, diagonal entry of G W^-1 G^T [1/kg, 1/(kg m2)].
    double mobility;
  };
  /// The equation of a row: G v+ + sigma lambda = target, for an impulse lambda between the bounds
  /// lower and upper [N s, N m s].
  struct RowEquation {
    double sigma = 0.0, target = 0.0;
    double regularization = 0.0;      ///< the part of sigma that only keeps redundant rows solvable
    double lower = 0.0, upper = 0.0;  ///< bounds of lambda; both 0 if the row does not act
  };

  /// @param step time step h [s]
  explicit ImpulseLaw(double step) : step_(step) {}
  ImpulseLaw(const ImpulseLaw&) = delete;
  ImpulseLaw& operator=(const ImpulseLaw&) = delete;
  virtual ~ImpulseLaw() = default;

  double step() const { return step_; }

  /// The equation of a row of a joint over the step.
  virtual RowEquation equation(const Row& row) const = 0;
  /// The equation of a contact over the step.
  virtual ContactEquation equation(const Contact& contact, const ContactMotion& motion) const = 0;

  /// The equation of a row that is held at its target speed [m/s, rad/s]. The force bounds of the
  /// row's law, multiplied by the step, are the bounds of the impulse.
  RowEquation held_equation(const Row& row) const;

  /// The equation of a row in an impact, which takes no time. Rows that strike separate with their
  /// coefficient of restitution times the approach speed [m/s, rad/s]. Rigid rows hold, and
  /// compliant rows resist the change of their speed as they would within a step. Other rows with
  /// bounded force do not act.
  RowEquation impact_equation(const Row& row) const;

  /// True if the row has a restitution above 0 and its approach speed [m/s, rad/s] is high enough
  /// that an impact is solved separately before the step.
  virtual bool strikes(const Row& row) const = 0;
  /// True if the contact has a restitution above 0 and closes so fast that an impact is solved
  /// separately before the step.
  /// @param speed normal speed N v of the contact [m/s]
  virtual bool strikes(const Contact& contact, double speed) const = 0;

  /// The share s of v+ in the velocity (1 - s) v- + s v+ that moves the poses [m/s, rad/s].
  /// @param smooth true for a body that moves smoothly through the step: MiddleOfStep::Regime
  virtual double implicitness(bool smooth) const = 0;

 protected:
  /// The equation of a row that is pulled back to g = 0 and yields with the compliance of its law:
  /// StabilizedRow.
  /// @param damping_time tau [s]
  RowEquation stabilized_equation(const Row& row, double damping_time) const;

 private:
  double step_;
};

/// True for a stop, a row that only acts on one side: its impulse lambda >= 0 pushes away from g =
/// 0.
inline bool one_sided(const RowLaw& law) { return law.holds_position && law.lower == 0.0; }

/// Regularized and stabilized constraints. A row of compliance eps and damping time tau has the
/// equation
///   G v+ + Sigma lambda = -(4/h) Upsilon g + Upsilon G v,
///   Sigma = (4/h^2) eps / (1 + 4 tau/h), Upsilon = 1 / (1 + 4 tau/h).
/// A rigid row has tau = 2 h and a Sigma that only keeps redundant rows solvable. A stop acts once
/// it would be passed within the step. A stop with restitution e first has an impact: dg/dt+ = -e
/// dg/dt-. Contacts follow stabilized_contact() after their impacts.
///
/// Loads are explicit, with one evaluation at the middle of the step. With stiffness K and damping
/// D of the loads, motion grows without bound once h^2 K + 2 h D >= 4 W in any mode (without
/// damping h omega >= 2). Stiffer loads need a smaller step, the stepper kMoreauJean, or a joint of
/// the same compliance in place of the load.
/// @source Lacoursiere (2007)
class Spook final : public ImpulseLaw {
 public:
  using ImpulseLaw::ImpulseLaw;

  RowEquation equation(const Row& row) const override;
  ContactEquation equation(const Contact& contact, const ContactMotion& motion) const override {
    return stabilized_contact(contact, motion);
  }
  bool strikes(const Row& row) const override;
  bool strikes(const Contact& contact, double speed) const override {
    return solver::strikes(contact, speed);
  }
  double implicitness(bool smooth) const override { return smooth ? 0.5 : 1.0; }
};

/// The theta method of Moreau and Jean: constraints at velocity level, one solution per step.
/// Rigid rows hold G v+ = target speed. A stop acts if it would be passed within half a step,
///   g + gamma h dg/dt <= 0, gamma = 1/2,
/// by Newton's law of impact: 0 <= dg/dt+ + e dg/dt-, complementary to lambda >= 0. Poses move with
/// (1 - theta) v + theta v+. Compliant rows (ThetaRow) and the stiffness and damping of loads
/// (StrongTerms) are implicit with the weight theta. With theta >= 1/2, no linear passive load,
/// compliant row or contact spring adds energy, however stiff it is. Functions of time are
/// evaluated at the middle of the step.
/// @source Jean (1999)
class MoreauJean final : public ImpulseLaw {
 public:
  /// @param theta weight of the end of the step, 0.5 to 1: at 0.5 free motion keeps its energy [J];
  ///         above 0.5 motions of high frequency are damped
  MoreauJean(double step, double theta) : ImpulseLaw(step), theta_(theta) {}

  RowEquation equation(const Row& row) const override;
  ContactEquation equation(const Contact& contact, const ContactMotion& motion) const override {
    return forecast_contact(contact, motion, theta_);
  }
  bool strikes(const Row& /*row*/) const override { return false; }
  bool strikes(const Contact& /*contact*/, double /*speed*/) const override { return false; }
  double implicitness(bool /*smooth*/) const override { return theta_; }

 private:
  double theta_;
};

}  // namespace raftup::solver
