#include "solver/nonsmooth/laws/relay_law.hpp"

namespace raftup::solver::nonsmooth {

LawRows RelayLaw::at(const LawContext& context) const {
  const double scale = context.order == SystemOrder::kSecond ? context.step : 1.0;
  return {VectorXd::Zero(size()), scale * lower, scale * upper, {}};
}

}  // namespace raftup::solver::nonsmooth
