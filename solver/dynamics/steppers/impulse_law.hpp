#pragma once

#include "solver/contacts/contact_equation.hpp"
#include "solver/joints/constraint_block.hpp"

namespace raftup::solver {

/// How rows of joints and contacts act by their impulses [N s, N m s] over a step h [s], and which
/// share of the velocity at its end moves the poses. The steppers of impulses differ in this alone.
/// The law knows neither bodies nor masses. Immutable.
class ImpulseLaw {
 public:
  /// A row at the start of a step.
  struct Row {
    const RowLaw& law;
    double violation;  ///< g where the step begins [m, rad]
    double speed;      ///< G v- [m/s, rad/s]
    double mobility;   ///< diagonal entry of G W^-1 G^T [1/kg, 1/(kg m2)]
  };
  /// The equation of a row: G v+ + sigma lambda = target, for impulses lambda between lower and
  /// upper [N s, N m s].
  struct RowEquation {
    double sigma = 0.0, target = 0.0;
    double regularization = 0.0;      ///< the part of sigma that only keeps redundant rows solvable
    double lower = 0.0, upper = 0.0;  ///< both 0 if the row does not act
  };

  /// @param step h [s]
  explicit ImpulseLaw(double step) : step_(step) {}
  ImpulseLaw(const ImpulseLaw&) = delete;
  ImpulseLaw& operator=(const ImpulseLaw&) = delete;
  virtual ~ImpulseLaw() = default;

  double step() const { return step_; }

  virtual RowEquation equation(const Row& row) const = 0;
  virtual ContactEquation equation(const Contact& contact, const ContactMotion& motion) const = 0;

  /// The equation of a row that is held at its target speed [m/s, rad/s], with the bounds of its
  /// law as impulses in one step.
  RowEquation held_equation(const Row& row) const;

  /// The equation of a row in an impact, which takes no time: rows that strike get their share of
  /// the speed back [m/s, rad/s], rigid rows hold, and compliant rows resist the change of their
  /// speed as they would within a step.
  RowEquation impact_equation(const Row& row) const;

  /// True if this row has a restitution above 0 and is met fast enough [m/s, rad/s] that an impact
  /// precedes the step as an impulse of its own.
  virtual bool strikes(const Row& row) const = 0;
  /// @param speed N v [m/s]
  virtual bool strikes(const Contact& contact, double speed) const = 0;

  /// The share s of v+ in the velocity [m/s, rad/s] that moves the poses; the rest is v-.
  /// @param smooth true for a body that passes through the step smoothly: MiddleOfStep::Regime
  virtual double implicitness(bool smooth) const = 0;

 protected:
  /// The equation of a row that is drawn back to g = 0 and yields as its law says: StabilizedRow.
  /// @param damping_time tau [s]
  RowEquation stabilized_equation(const Row& row, double damping_time) const;

 private:
  double step_;
};

/// True for a stop: lambda >= 0 pushes away from g = 0.
inline bool one_sided(const RowLaw& law) { return law.holds_position && law.lower == 0.0; }

/// Regularised and stabilised constraints: a row of compliance eps and damping time tau is
///   G v+ + Sigma lambda = -(4/h) Upsilon g + Upsilon G v,
///   Sigma = (4/h^2) eps / (1 + 4 tau/h), Upsilon = 1 / (1 + 4 tau/h),
/// for a rigid row with tau = 2 h and a Sigma that only keeps redundant rows solvable. A stop acts
/// once it would be passed within the step; where it gives speed back, an impact comes first:
/// dg/dt+ = -e dg/dt-. Contacts are stabilized_contact(), impacts first.
///
/// Loads are explicit, by one evaluation at the middle: with stiffness K and damping D of the
/// loads, motion grows without bound once a frequency has h^2 K + 2 h D >= 4 W (without damping h
/// omega >= 2). Stiffer loads need a smaller step, the stepper kMoreauJean, or to be rows: a joint
/// of their compliance.
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

/// Moreau and Jean's theta-method: constraints at velocity level, one solve per step.
/// Rigid rows hold G v+ = target speed. A stop acts where it would be passed within half a step,
///   g + gamma h dg/dt <= 0, gamma = 1/2,
/// by Newton's law: 0 <= dg/dt+ + e dg/dt-, complementary to lambda >= 0. Poses move with
/// (1 - theta) v + theta v+, compliant rows are implicit by theta (ThetaRow), loads in their
/// stiffness and damping (StrongTerms), so that with theta >= 1/2 no linear passive load, row or
/// spring of a contact, however stiff, brings energy. What is a function of time acts as it is at
/// the middle. @source Jean (1999)
class MoreauJean final : public ImpulseLaw {
 public:
  /// @param theta 0.5 to 1: at 0.5 free motion keeps its energy [J]; above it high frequencies die
  ///         out
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
