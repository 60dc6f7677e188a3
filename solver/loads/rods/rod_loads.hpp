#pragma once

#include <vector>

#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/node_inertia.hpp"

namespace raftup::solver::rods {

/// Masses of the nodes of a rod without water, the same in all directions.
inline std::vector<NodeMass> dry_masses(const DiscreteRod& rod) {
  std::vector<NodeMass> masses;
  for (const DiscreteRod::Node& node : rod.nodes()) masses.push_back({node.mass, node.mass});
  return masses;
}

/// Weights of the nodes of a rod [N, world frame].
inline std::vector<Vector3> weights(const DiscreteRod& rod) {
  std::vector<Vector3> forces;
  for (const DiscreteRod::Node& node : rod.nodes()) forces.emplace_back(0.0, 0.0, -node.weight);
  return forces;
}

}  // namespace raftup::solver::rods
