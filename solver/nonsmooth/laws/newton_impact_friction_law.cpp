#include "solver/nonsmooth/laws/newton_impact_friction_law.hpp"

namespace raftup::solver::nonsmooth {

LawRows NewtonImpactFrictionLaw::at(const LawContext& context) const {
  LawRows rows;
  rows.shift = VectorXd::Zero(size());
  rows.shift[0] = restitution * context.rate_before[0];
  rows.lower = VectorXd::Constant(size(), -kUnbounded);
  rows.lower[0] = 0.0;
  rows.upper = VectorXd::Constant(size(), kUnbounded);
  rows.friction = friction;
  return rows;
}

}  // namespace raftup::solver::nonsmooth
