/// @file What acts on a rod without water.
#pragma once

#include <vector>

#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/node_inertia.hpp"

namespace raftup::testing {

/// Masses of the nodes of a rod without water, the same in all directions.
inline std::vector<solver::rods::NodeMass> dry_masses(const solver::rods::DiscreteRod& rod) {
  std::vector<solver::rods::NodeMass> masses;
  for (const solver::rods::DiscreteRod::Node& node : rod.nodes())
    masses.push_back({node.mass, node.mass});
  return masses;
}

/// Weights of the nodes of a rod [N, world frame].
inline std::vector<Vector3> weights(const solver::rods::DiscreteRod& rod) {
  std::vector<Vector3> forces;
  for (const solver::rods::DiscreteRod::Node& node : rod.nodes())
    forces.emplace_back(0.0, 0.0, -node.weight);
  return forces;
}

}  // namespace raftup::testing
