#pragma once

#include "solver/nonsmooth/laws/law_rows.hpp"

namespace raftup::solver::nonsmooth {

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

}  // namespace raftup::solver::nonsmooth
