#include "solver/nonsmooth/laws/newton_impact_law.hpp"

namespace raftup::solver::nonsmooth {

LawRows NewtonImpactLaw::at(const LawContext& context) const {
  return {
      restitution * context.rate_before, VectorXd::Zero(1), VectorXd::Constant(1, kUnbounded), {}};
}

}  // namespace raftup::solver::nonsmooth
