#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "hydro/radiation/base/radiation_memory.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {
struct SeaError;
}

namespace raftup::solver {

struct HydrodynamicGroup;
struct Model;
struct State;

/// The radiation memories of one hydrodynamic group: one memory, or for a family of databases one
/// for each node, where nodes with equal radiation share an object. If the bodies may leave the
/// range of the nodes and are uncoupled there, the list continues with the memories of the nodes
/// without coupling between the bodies, in the order of FamilyConfiguration::place_of(). For nodes
/// from which the bodies cannot leave the range, it repeats the coupled memory of the node.
struct GroupMemories {
  using Memory = std::shared_ptr<const hydro::RadiationMemory>;

  std::vector<Memory> nodes;

  GroupMemories() = default;
  explicit(false) GroupMemories(Memory only) : nodes{std::move(only)} {}
};

/// Computes the errors that radiation memories cause in the standard deviations of the motions of a
/// model in its sea [1], one for each group, in which a dof is that of the database; none if they
/// cannot be computed.
using MemoryJudge = std::vector<hydro::SeaError> (*)(const Model& model,
                                                     const std::vector<GroupMemories>& memories);

/// Makes the radiation memories of a group.
/// @param sea    waves of the model, in which the error of the memories is reported; null if they are
///         not known
/// @param step   of the integration [s]
/// @param cache  of fits, may be null
/// @param report receives the report on the memories; for a family, the largest of each error
GroupMemories make_memories(const HydrodynamicGroup& group, const hydro::Sea* sea, double step,
                            hydro::FitCache* cache, hydro::RadiationReport& report);

/// Checks that the radiation memories in a state belong to these groups.
/// @param groups memories of all groups of the model
/// @throws Error(kFailedPrecondition) if the state contains memories of nodes that the model does
///         not have, in another order or of another size
void require_possible_nodes(const State& state, const std::vector<GroupMemories>& groups);

}  // namespace raftup::solver
