#pragma once

#include <algorithm>
#include <vector>

#include "solver/loads/rods/discrete_rod.hpp"

namespace raftup::solver {

/// The weight of the nodes of a rod in still water, below and above its surface z = 0.
class LineWeight {
 public:
  explicit LineWeight(const rods::DiscreteRod& rod) : buoyancy_(rod.nodes().size()) {
    for (const rods::DiscreteRod::Node& node : rod.nodes()) in_water_.push_back(node.weight);
    const auto& elements = rod.elements();
    for (std::size_t e = 0; e < elements.size(); ++e) {
      if (elements[e].axial_stiffness == 0.0) continue;  // the link to a director node
      const double half = 0.5 * elements[e].length * elements[e].buoyancy;
      buoyancy_[e] += half;
      buoyancy_[e + 1] += half;
    }
  }

  /// Force on a node at a height z [m] above still water [N, upwards].
  double force(std::size_t node, double z) const {
    return -in_water_[node] - (z > 0.0 ? buoyancy_[node] : 0.0);
  }
  /// Potential energy of a node at a height z above still water [J].
  double energy(std::size_t node, double z) const {
    return in_water_[node] * z + buoyancy_[node] * std::max(z, 0.0);
  }

 private:
  std::vector<double> in_water_, buoyancy_;  ///< [N]
};

}  // namespace raftup::solver
