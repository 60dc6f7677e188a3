#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "hydro/radiation/base/radiation_memory.hpp"
#include "hydro/radiation/base/radiation_options.hpp"

namespace raftup::solver {

struct HydrodynamicGroup;
struct State;

/// The radiation memories of one hydrodynamic group: one, or of a family one per node, of which
/// those that radiate alike are the same object. Where its bodies may leave the nodes uncoupled,
/// then those of the nodes without what couples the bodies, by PairConfiguration::place_of(); what
/// no such configuration can reach is that of the node itself.
struct GroupMemories {
  using Memory = std::shared_ptr<const hydro::RadiationMemory>;

  std::vector<Memory> nodes;

  GroupMemories() = default;
  explicit(false) GroupMemories(Memory only) : nodes{std::move(only)} {}
};

/// @param step   of the integration [s]
/// @param cache  of fits, may be null
/// @param report takes what is said of them; of a family of each error the largest
GroupMemories make_memories(const HydrodynamicGroup& group, double step, hydro::FitCache* cache,
                            hydro::RadiationReport& report);

/// @param groups memories of all groups of the model
/// @throws Error(kFailedPrecondition) where a state has memories of nodes that the model has not
///         got, out of order or of another shape
void require_possible_nodes(const State& state, const std::vector<GroupMemories>& groups);

}  // namespace raftup::solver
