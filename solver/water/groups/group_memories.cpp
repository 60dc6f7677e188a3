#include "solver/water/groups/group_memories.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/excitation/sea_error.hpp"
#include "hydro/radiation/radiation_findings.hpp"
#include "solver/model/state.hpp"
#include "solver/model/water/hydrodynamic_group.hpp"

namespace raftup::solver {

namespace {

/// Merges the report of a node into a report: the larger of each number, and of the findings of one
/// name the first. For kFarFromFile, the finding with the largest value is kept.
void merge_worst(const hydro::RadiationReport& of_node, hydro::RadiationReport& report) {
  const auto keep_larger = [&](auto member) {
    report.*member = std::max(report.*member, of_node.*member);
  };
  keep_larger(&hydro::RadiationReport::pole_count);
  keep_larger(&hydro::RadiationReport::state_count);
  keep_larger(&hydro::RadiationReport::kernel_duration);
  keep_larger(&hydro::RadiationReport::error_kernel);
  keep_larger(&hydro::RadiationReport::error_added_mass);
  keep_larger(&hydro::RadiationReport::error_damping);
  keep_larger(&hydro::RadiationReport::error_infinite_added_mass);
  keep_larger(&hydro::RadiationReport::error_response);
  keep_larger(&hydro::RadiationReport::error_sea);
  keep_larger(&hydro::RadiationReport::data_residual);
  for (const Finding& finding : of_node.findings) {
    const auto known =
        std::find_if(report.findings.begin(), report.findings.end(),
                     [&](const Finding& earlier) { return earlier.name == finding.name; });
    if (known == report.findings.end()) {
      report.findings.push_back(finding);
    } else if (finding.name == hydro::kFarFromFile && finding.value > known->value) {
      *known = finding;
    }
  }
}

/// Makes the radiation memories of nodes, each once, and merges their reports.
class NodeMemoriesMaker {
 public:
  NodeMemoriesMaker(const HydrodynamicGroup& group, const hydro::Sea* sea, double step,
                    hydro::FitCache* cache, hydro::RadiationReport& report)
      : group_(group), sea_(sea), step_(step), cache_(cache), report_(report) {}

  GroupMemories::Memory make(std::size_t node, bool is_coupled) {
    hydro::RadiationOptions options = group_.radiation;
    options.body_interaction = options.body_interaction && is_coupled;
    const hydro::Database& database =
        group_.family == nullptr ? *group_.database : *group_.family->nodes[node];
    hydro::RadiationModel made = hydro::make_radiation_model(database, options, step_, cache_);
    hydro::note_sea_error(database, sea_, group_.heading, made.report);
    if (made_any_) {
      merge_worst(made.report, report_);
    } else {
      report_ = std::move(made.report);
    }
    made_any_ = true;
    return std::move(made.memory);
  }

 private:
  const HydrodynamicGroup& group_;
  const hydro::Sea* sea_;
  double step_;
  hydro::FitCache* cache_;
  hydro::RadiationReport& report_;
  bool made_any_ = false;
};

/// For each node: true if bodies can leave the range of the nodes next to it, or next to a node
/// with equal radiation. A track can be left at every node.
std::vector<bool> nodes_left_behind(const HydrodynamicGroup& group) {
  std::vector<bool> left(node_count(group), false);
  const bool any =
      group.configurations && group.configurations->outside == OutsideConfigurations::kUncoupled;
  if (!any) return left;
  const hydro::ConfigurationGrid* positions = group.family->grid.positions();
  for (std::size_t k = 0; k < left.size(); ++k) {
    const bool is_left =
        positions == nullptr ? group.family->grid.track() != nullptr : positions->is_at_edge(k);
    if (is_left) left[group.family->radiates_as[k]] = true;
  }
  return left;
}

}  // namespace

GroupMemories make_memories(const HydrodynamicGroup& group, const hydro::Sea* sea, double step,
                            hydro::FitCache* cache, hydro::RadiationReport& report) {
  NodeMemoriesMaker maker(group, sea, step, cache, report);
  GroupMemories memories;
  const std::size_t count = node_count(group);
  const auto first_alike = [&](std::size_t k) {
    return group.family == nullptr ? k : group.family->radiates_as[k];
  };
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t first = first_alike(k);
    memories.nodes.push_back(first < k ? memories.nodes[first] : maker.make(k, true));
  }
  const std::vector<bool> left = nodes_left_behind(group);
  const bool any_left = std::find(left.begin(), left.end(), true) != left.end();
  for (std::size_t k = 0; any_left && k < count; ++k) {
    memories.nodes.push_back(left[k] ? maker.make(k, false) : memories.nodes[k]);
  }
  return memories;
}

void require_possible_nodes(const State& state, const std::vector<GroupMemories>& groups) {
  const NodeMemory* before = nullptr;
  for (const NodeMemory& memory : state.node_memories) {
    bool possible = memory.group < groups.size() && groups[memory.group].nodes.size() > 1 &&
                    memory.node < groups[memory.group].nodes.size() &&
                    memory.state.sample_count >= 0 && memory.state.sample_count <= state.step_index;
    possible = possible && (before == nullptr || std::pair(before->group, before->node) <
                                                     std::pair(memory.group, memory.node));
    if (possible) {
      const hydro::RadiationMemory& of = *groups[memory.group].nodes[memory.node];
      const VectorXd at_rest = VectorXd::Zero(of.dof_count());
      possible = memory.state.values.size() == of.initial_state(at_rest).values.size();
    }
    if (!possible) {
      throw Error(ErrorCode::kFailedPrecondition,
                  fmt::format("state must have memories of its model's nodes in order, got node {} "
                              "of group {}",
                              memory.node, memory.group));
    }
    before = &memory;
  }
}

}  // namespace raftup::solver
