#include "solver/interactions/node_spacing.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "hydro/numerics/elementary.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

namespace {

constexpr double kShareLeftOut = 0.01;  ///< of the waves that do not count

}  // namespace

std::optional<NodeSpacing> node_spacing(const Model& model, const HydrodynamicGroup& group) {
  if (group.family == nullptr || !model.sea || model.sea->components().empty()) return {};
  std::vector<std::pair<double, double>> waves;  // wavenumber, variance
  double variance = 0.0;
  for (std::size_t i = 0; i < model.sea->components().size(); ++i) {
    const double amplitude = model.sea->components()[i].amplitude;
    waves.emplace_back(model.sea->wavenumbers()[static_cast<Eigen::Index>(i)],
                       amplitude * amplitude);
    variance += amplitude * amplitude;
  }
  std::sort(waves.begin(), waves.end(), std::greater<>());
  double left_out = 0.0;
  std::size_t shortest = 0;
  while (shortest + 1 < waves.size() &&
         left_out + waves[shortest].second <= kShareLeftOut * variance) {
    left_out += waves[shortest++].second;
  }
  return NodeSpacing{group.family->grid.largest_spacing(), kTwoPi / waves[shortest].first};
}

}  // namespace raftup::solver
