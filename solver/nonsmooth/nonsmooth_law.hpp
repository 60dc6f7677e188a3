#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>

#include "solver/nonsmooth/dynamical_system.hpp"

namespace raftup::solver::nonsmooth {

/// The bound of a multiplier without a bound.
inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// The quantities at the start of a step on which a law may depend.
struct LawContext {
  SystemOrder order;  ///< order of the systems of the interaction
  double step;        ///< time step h [s]
  /// dy/dt at the start of the step; empty for systems of first order
  const VectorXd& rate_before;
};

/// A law for one step, between the multipliers lambda and w = y+ + shift. For systems of first
/// order y+ is the output y at the end of the step; for systems of second order y+ is dy/dt there,
/// and lambda is an impulse. For each row
///   lower < lambda < upper: w = 0;  lambda = lower: w >= 0;  lambda = upper: w <= 0.
/// If `friction` is given, the rows after row 0 are tangential instead: |lambda_T| <= friction
/// lambda_0, and lambda_T = -friction lambda_0 w_T / |w_T| if w_T is not 0.
struct LawRows {
  VectorXd shift, lower, upper;
  std::optional<double> friction;
};

/// 0 <= y complementary to lambda >= 0 for each row: an ideal diode. Between systems of second
/// order the law holds for dy/dt and the impulse while the gap y is closed: an impact without
/// restitution.
/// @source Acary and Brogliato (2008)
struct ComplementarityLaw {
  Eigen::Index rows = 1;  ///< must be 1 for systems of second order

  static constexpr bool kUnilateral = true;
  Eigen::Index size() const { return rows; }
  LawRows at(const LawContext& context) const;
};

/// Newton's law of impact between systems of second order, at a closed gap y:
///   0 <= dy/dt+ + e dy/dt-  complementary to  impulse >= 0.
/// @source Moreau (1988)
struct NewtonImpactLaw {
  double restitution = 0.0;  ///< coefficient of restitution e, 0 to 1

  static constexpr bool kUnilateral = true;
  static Eigen::Index size() { return 1; }
  LawRows at(const LawContext& context) const;
};

/// Newton's law of impact with Coulomb friction in a contact frame that the relation defines. y
/// contains the gap along the normal and then the slip along one or two tangents, so that
///   0 <= u_N+ + e u_N-  complementary to  lambda_N >= 0,
///   |lambda_T| <= mu lambda_N, against the slip u_T+ and at the bound if u_T+ is not 0,
/// with u = dy/dt and the impulse lambda. Static and kinetic friction are equal.
/// @source Jean (1999); Moreau (1988)
struct NewtonImpactFrictionLaw {
  double restitution = 0.0;  ///< coefficient of restitution e, 0 to 1
  double friction = 0.0;     ///< coefficient of friction mu >= 0
  int tangents = 2;          ///< number of tangents: 1 in a plane, 2 in space

  static constexpr bool kUnilateral = true;
  Eigen::Index size() const { return 1 + tangents; }
  LawRows at(const LawContext& context) const;
};

/// y = 0 with any lambda. Between systems of second order the law is dy/dt = 0: an ideal joint.
struct EqualityLaw {
  Eigen::Index rows = 1;

  static constexpr bool kUnilateral = false;
  Eigen::Index size() const { return rows; }
  LawRows at(const LawContext& context) const;
};

/// The law lambda = lower if y > 0, lambda = upper if y < 0, and lambda between these bounds if
/// y = 0. Between systems of second order the law holds for dy/dt and bounds the force (impulse per
/// step): dry friction of a given strength.
/// @source Filippov, Differential Equations with Discontinuous Righthand Sides (1988)
struct RelayLaw {
  VectorXd lower;  ///< lower bound of lambda, one per row
  VectorXd upper;  ///< upper bound of lambda, one per row, >= lower

  static constexpr bool kUnilateral = false;
  Eigen::Index size() const { return lower.size(); }
  LawRows at(const LawContext& context) const;
};

/// A law between the local variables y and lambda of an interaction.
using NonsmoothLaw = std::variant<ComplementarityLaw, NewtonImpactLaw, NewtonImpactFrictionLaw,
                                  EqualityLaw, RelayLaw>;

/// Number of rows of y and lambda of a law.
Eigen::Index size_of(const NonsmoothLaw& law);

/// True if the law holds only while a gap, row 0 of y, is closed (systems of second order).
bool unilateral(const NonsmoothLaw& law);

/// The rows of a law for one step.
LawRows rows_of(const NonsmoothLaw& law, const LawContext& context);

/// Checks a law.
/// @param subject  name of the interaction in the message
/// @throws Error(kInvalidArgument) if a parameter is out of range or the law is not for systems of
///         this order
void check(const NonsmoothLaw& law, const std::string& subject, SystemOrder order);

}  // namespace raftup::solver::nonsmooth
