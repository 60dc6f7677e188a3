#include "hydro/configurations/configuration.hpp"

#include <fmt/format.h>

#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

std::string describe(const Configuration& q) {
  return fmt::format("({:g}, {:g}) m, {:g} deg", q.x(), q.y(),
                     q[kHeadingCoordinate] / kRadiansPerDegree);
}

void fade_coupling(double share, const Vector3& slope, NodeWeights& weights) {
  const std::size_t count = weights.count;
  for (std::size_t i = 0; i < count; ++i) {
    NodeWeight& coupled = weights.corners[i];
    weights.corners[weights.count++] = {coupled.node, share * coupled.weight,
                                        share * coupled.gradient + coupled.weight * slope, false};
    coupled.gradient = (1.0 - share) * coupled.gradient - coupled.weight * slope;
    coupled.weight *= 1.0 - share;
  }
}

NodeWeights merged(const NodeWeights& all, const std::vector<std::size_t>& same_as) {
  NodeWeights result;
  for (const NodeWeight& corner : all) {
    const std::size_t node = same_as[corner.node];
    std::size_t at = 0;
    while (at < result.count && result.corners[at].node != node) ++at;
    if (at == result.count) {
      result.corners[result.count++] = corner;
      result.corners[at].node = node;
      continue;
    }
    result.corners[at].weight += corner.weight;
    result.corners[at].gradient += corner.gradient;
  }
  if (result.count == 1) result.corners[0] = {result.corners[0].node, 1.0, Vector3::Zero(), true};
  return result;
}

}  // namespace raftup::hydro
