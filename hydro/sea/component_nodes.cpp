#include "hydro/sea/component_nodes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {
namespace {

using Group = ComponentNodes::Group;
using Samples = ComponentNodes::Samples;

/// Chebyshev nodes of an interval and the barycentric weights of their Lagrange polynomials.
struct Nodes {
  std::vector<double> at, weight;

  Nodes(double least, double most, std::size_t count) {
    for (std::size_t p = 0; p < count; ++p) {
      const double turns = (static_cast<double>(p) + 0.5) / (2.0 * static_cast<double>(count));
      const auto [sine, cosine] = sincos_turns(turns);
      at.push_back(0.5 * (least + most) - 0.5 * (most - least) * cosine);
      weight.push_back(p % 2 == 0 ? sine : -sine);
    }
  }

  /// Returns L_p at a place, by the barycentric formula.
  std::vector<double> polynomials(double place) const {
    std::vector<double> values(at.size(), 0.0);
    double sum = 0.0;
    for (std::size_t p = 0; p < at.size(); ++p) {
      if (place == at[p]) {
        std::fill(values.begin(), values.end(), 0.0);
        values[p] = 1.0;
        return values;
      }
      values[p] = weight[p] / (place - at[p]);
      sum += values[p];
    }
    for (double& value : values) value /= sum;
    return values;
  }
};

/// L_p(v_c) of the components, one row for each.
struct Table {
  Nodes nodes;
  std::vector<std::vector<double>> rows;
};

/// Computes the table with the smallest number of nodes that meets the tolerance.
std::optional<Table> table_of(const std::vector<double>& variables,
                              const std::vector<const Samples*>& exact,
                              const std::function<Samples(double)>& samples_at,
                              const ComponentNodes::Demand& demand) {
  const auto [least, most] = std::minmax_element(variables.begin(), variables.end());
  const std::size_t least_blocks = (demand.least_count + kLaneCount - 1) / kLaneCount;
  for (std::size_t count = least_blocks * kLaneCount; 2 * count <= variables.size();
       count += kLaneCount) {
    Table table{Nodes(*least, *most, count), {}};
    std::vector<Samples> at_nodes;
    for (const double node : table.nodes.at) at_nodes.push_back(samples_at(node));
    bool is_met = true;
    for (std::size_t c = 0; c < variables.size() && is_met; ++c) {
      table.rows.push_back(table.nodes.polynomials(variables[c]));
      for (std::size_t i = 0; i < exact[c]->size(); ++i) {
        Complex sum = -(*exact[c])[i];
        for (std::size_t p = 0; p < count; ++p) sum += table.rows[c][p] * at_nodes[p][i];
        is_met = is_met && std::abs(sum) <= demand.tolerance;
      }
    }
    if (is_met) return table;
  }
  return std::nullopt;
}

/// Sums components into one block of nodes, kAtOnce vectors of kWidth lanes at a time, as many as
/// fit into the registers.
template <std::size_t kWidth, std::size_t kAtOnce, std::size_t kSets>
[[gnu::always_inline]] inline void gather_block(
    const Group& group, std::size_t block, const std::array<const ComplexLanes*, kSets>& components,
    ComplexLanes* sums) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kAtOnce * kWidth) {
    V real[kSets][kAtOnce]{}, imaginary[kSets][kAtOnce]{};
    const LaneArray* weights = group.weights.data() + block;
    for (const std::size_t component : group.components) {
      for (std::size_t i = 0; i < kSets; ++i) {
        const ComplexLanes& of = components[i][component / kLaneCount];
        const double re = of.real[component % kLaneCount];
        const double im = of.imaginary[component % kLaneCount];
        for (std::size_t v = 0; v < kAtOnce; ++v) {
          const V& weight = weights->some<kWidth>(lane + v * kWidth);
          real[i][v] += weight * re;
          imaginary[i][v] += weight * im;
        }
      }
      weights += group.block_count;
    }
    for (std::size_t i = 0; i < kSets; ++i) {
      for (std::size_t v = 0; v < kAtOnce; ++v) {
        sums[i].real.some<kWidth>(lane + v * kWidth) = real[i][v];
        sums[i].imaginary.some<kWidth>(lane + v * kWidth) = imaginary[i][v];
      }
    }
  }
}

}  // namespace

std::optional<ComponentNodes> ComponentNodes::of(
    const std::vector<double>& directions, const std::vector<double>& variables,
    const std::vector<Samples>& samples,
    const std::function<Samples(double variable, double direction)>& samples_at,
    const Demand& demand) {
  std::map<double, std::vector<std::size_t>> by_direction;
  for (std::size_t c = 0; c < directions.size(); ++c) by_direction[directions[c]].push_back(c);
  ComponentNodes all;
  for (auto& [direction, components] : by_direction) {
    std::vector<double> of_group;
    std::vector<const Samples*> exact;
    for (const std::size_t c : components) {
      of_group.push_back(variables[c]);
      exact.push_back(&samples[c]);
    }
    const std::optional<Table> table = table_of(
        of_group, exact, [&, along = direction](double at) { return samples_at(at, along); },
        demand);
    if (!table) return std::nullopt;
    const std::size_t count = table->nodes.at.size();
    Group group{std::move(components), all.block_count(), count / kLaneCount, {}};
    group.weights.resize(group.components.size() * group.block_count);
    for (std::size_t c = 0; c < group.components.size(); ++c) {
      for (std::size_t p = 0; p < count; ++p) {
        group.weights[c * group.block_count + p / kLaneCount][p % kLaneCount] = table->rows[c][p];
      }
    }
    for (const double at : table->nodes.at) all.nodes_.push_back({at, direction});
    all.groups_.push_back(std::move(group));
  }
  if (all.groups_.empty()) return std::nullopt;
  return all;
}

template <std::size_t kSets>
void ComponentNodes::gather(const std::array<const ComplexLanes*, kSets>& components,
                            const std::array<ComplexLanes*, kSets>& nodes) const {
  constexpr std::size_t kAtOnce = kSets < 4 ? 2 : 1;
  for (const Group& group : groups_) {
    for (std::size_t block = 0; block < group.block_count; ++block) {
      std::array<ComplexLanes, kSets> sums;
      at_full_width<gather_block<8, 1, kSets>, gather_block<4, kAtOnce, kSets>,
                    gather_block<2, kAtOnce, kSets>>(group, block, components, sums.data());
      for (std::size_t i = 0; i < kSets; ++i) nodes[i][group.first_block + block] = sums[i];
    }
  }
}

template void ComponentNodes::gather<1>(const std::array<const ComplexLanes*, 1>&,
                                        const std::array<ComplexLanes*, 1>&) const;
template void ComponentNodes::gather<2>(const std::array<const ComplexLanes*, 2>&,
                                        const std::array<ComplexLanes*, 2>&) const;
template void ComponentNodes::gather<3>(const std::array<const ComplexLanes*, 3>&,
                                        const std::array<ComplexLanes*, 3>&) const;
template void ComponentNodes::gather<4>(const std::array<const ComplexLanes*, 4>&,
                                        const std::array<ComplexLanes*, 4>&) const;

}  // namespace raftup::hydro
