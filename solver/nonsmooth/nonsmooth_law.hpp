#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>

#include "solver/nonsmooth/dynamical_system.hpp"

namespace raftup::solver::nonsmooth {

/// The bound of a multiplier that has none.
inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// The quantities at the start of a step on which a law may depend.
struct LawContext {
  SystemOrder order;            ///< of the systems of the interaction
  double step;                  ///< h [s]
  const VectorXd& rate_before;  ///< dy/dt where the step begins; empty for systems of first order
};

/// A law for one step, between the multipliers lambda and w = y+ + shift, where y+ is the output
/// at the end of the step: y for systems of first order, dy/dt for those of second order, whose
/// lambda is an impulse. Per row
///   lower < lambda < upper: w = 0;  lambda = lower: w >= 0;  lambda = upper: w <= 0,
/// but where `friction` is given, the rows after row 0 are tangential: |lambda_T| <=
/// friction lambda_0, and lambda_T = -friction lambda_0 w_T / |w_T| where w_T is not 0.
struct LawRows {
  VectorXd shift, lower, upper;
  std::optional<double> friction;
};

/// 0 <= y complementary to lambda >= 0, per row: an ideal diode. Between systems of second order
/// it holds for dy/dt and the impulse while the gap y is closed: an impact that returns nothing.
/// @source Acary and Brogliato (2008)
struct ComplementarityLaw {
  Eigen::Index rows = 1;  ///< 1 for systems of second order

  static constexpr bool kUnilateral = true;
  Eigen::Index size() const { return rows; }
  LawRows at(const LawContext& context) const;
};

/// Newton's impact between systems of second order, at a closed gap y:
///   0 <= dy/dt+ + e dy/dt-  complementary to  impulse >= 0.
/// @source Moreau (1988)
struct NewtonImpactLaw {
  double restitution = 0.0;  ///< e, 0..1

  static constexpr bool kUnilateral = true;
  static Eigen::Index size() { return 1; }
  LawRows at(const LawContext& context) const;
};

/// Newton's impact with Coulomb friction on a contact frame that the relation gives:
/// y = (gap along the normal, then the slip along one or two tangents), so that
///   0 <= u_N+ + e u_N-  complementary to  lambda_N >= 0,
///   |lambda_T| <= mu lambda_N, against the slip u_T+ and at the bound where it is not 0,
/// with u = dy/dt and the impulse lambda. Static and kinetic friction are the same.
/// @source Jean (1999); Moreau (1988)
struct NewtonImpactFrictionLaw {
  double restitution = 0.0;  ///< e, 0..1
  double friction = 0.0;     ///< mu >= 0
  int tangents = 2;          ///< 1 in a plane, 2 in space

  static constexpr bool kUnilateral = true;
  Eigen::Index size() const { return 1 + tangents; }
  LawRows at(const LawContext& context) const;
};

/// y = 0 with any lambda; between systems of second order dy/dt = 0: an ideal joint.
struct EqualityLaw {
  Eigen::Index rows = 1;

  static constexpr bool kUnilateral = false;
  Eigen::Index size() const { return rows; }
  LawRows at(const LawContext& context) const;
};

/// lambda = lower where y > 0, upper where y < 0, and between them where y = 0. Between systems of
/// second order it holds for dy/dt and bounds the force (impulse per step): dry friction of a given
/// strength.
/// @source Filippov, Differential Equations with Discontinuous Righthand Sides (1988)
struct RelayLaw {
  VectorXd lower;  ///< one per row
  VectorXd upper;  ///< >= lower

  static constexpr bool kUnilateral = false;
  Eigen::Index size() const { return lower.size(); }
  LawRows at(const LawContext& context) const;
};

/// Links the local variables y and lambda of an interaction.
using NonsmoothLaw = std::variant<ComplementarityLaw, NewtonImpactLaw, NewtonImpactFrictionLaw,
                                  EqualityLaw, RelayLaw>;

/// Number of rows of y and lambda.
Eigen::Index size_of(const NonsmoothLaw& law);

/// True where the law holds only while a gap, row 0 of y, is closed (systems of second order).
bool unilateral(const NonsmoothLaw& law);

LawRows rows_of(const NonsmoothLaw& law, const LawContext& context);

/// @param subject  how the message names the interaction
/// @throws Error(kInvalidArgument) where a parameter is out of range or the law does not suit
///         systems of this order
void check(const NonsmoothLaw& law, const std::string& subject, SystemOrder order);

}  // namespace raftup::solver::nonsmooth
