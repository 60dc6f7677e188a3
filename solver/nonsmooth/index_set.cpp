#include "solver/nonsmooth/index_set.hpp"

#include "solver/nonsmooth/gap_forecast.hpp"

namespace raftup::solver::nonsmooth {

std::vector<std::size_t> active_set(const NonsmoothSystem& system, const State& state,
                                    double step) {
  std::vector<std::size_t> active;
  for (std::size_t alpha = 0; alpha < system.interactions().size(); ++alpha) {
    const bool has_gap = system.order_of(alpha) == SystemOrder::kSecond &&
                         unilateral(system.interactions()[alpha].law);
    const std::vector<VectorXd>& y = state.interactions[alpha].y;
    if (!has_gap || closes(y[0][0], y[1][0], step)) active.push_back(alpha);
  }
  return active;
}

}  // namespace raftup::solver::nonsmooth
