#include "hydro/sea/gathered_waves.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {
namespace {

using Group = GatheredWaves::Group;
using PhasorSets = GatheredWaves::PhasorSets;
using Factors = std::array<LaneArray, GatheredWaves::kQuantities>;

constexpr double kTolerance = 1e-14;

/// The phasors of components at a place, times their factors.
[[gnu::always_inline]] inline void move_components(const WavePhaseBlock* phases,
                                                   const WavePhasorBlock* phasors,
                                                   const Factors* factors, std::size_t count,
                                                   double x, double y, PhasorSets* moved) {
  for (std::size_t block = 0; block < count; ++block) {
    Lanes turns, sine, cosine;
    phases[block].change(0.0, x, y, turns);
    sincos_turns(turns, sine, cosine);
    const Lanes re = phasors[block].real.lanes(), im = phasors[block].imaginary.lanes();
    const Lanes real = re * cosine - im * sine, imaginary = re * sine + im * cosine;
    for (std::size_t i = 0; i < GatheredWaves::kQuantities; ++i) {
      moved[block][i][0].lanes() = factors[block][i].lanes() * real;
      moved[block][i][1].lanes() = factors[block][i].lanes() * imaginary;
    }
  }
}

/// Sums components into one block of waves.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void gather_block(const Group& group, std::size_t block,
                                                const PhasorSets* moved, PhasorSets& sums) {
  using V = typename SomeLanes<kWidth>::Type;
  constexpr std::size_t kSums = 2 * GatheredWaves::kQuantities;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    V sum[kSums]{};
    const LaneArray* weights = group.weights.data() + block;
    for (const std::size_t component : group.components) {
      const V weight = weights->some<kWidth>(lane);
      const PhasorSets& of = moved[component / kLaneCount];
      for (std::size_t i = 0; i < kSums; ++i) {
        sum[i] += weight * of[i / 2][i % 2][component % kLaneCount];
      }
      weights += group.block_count;
    }
    for (std::size_t i = 0; i < kSums; ++i) sums[i / 2][i % 2].some<kWidth>(lane) = sum[i];
  }
}

/// sqrt(g k tanh(k h))
double frequency(double k, const Sea::Water& water) {
  const double depth = k * water.depth;
  return std::sqrt(water.gravity * k * (std::isinf(depth) ? 1.0 : hyperbolic_tangent(depth)));
}

/// Chebyshev nodes of an interval of wavenumbers and what Lagrange's polynomials of them are made
/// of.
struct Nodes {
  std::vector<double> k, weight;

  Nodes(double least, double most, std::size_t count) {
    for (std::size_t p = 0; p < count; ++p) {
      const double turns = (static_cast<double>(p) + 0.5) / (2.0 * static_cast<double>(count));
      const auto [sine, cosine] = sincos_turns(turns);
      k.push_back(0.5 * (least + most) - 0.5 * (most - least) * cosine);
      weight.push_back(p % 2 == 0 ? sine : -sine);
    }
  }

  /// L_p at a wavenumber, by the barycentric formula.
  std::vector<double> polynomials(double at) const {
    std::vector<double> values(k.size(), 0.0);
    double sum = 0.0;
    for (std::size_t p = 0; p < k.size(); ++p) {
      if (at == k[p]) {
        std::fill(values.begin(), values.end(), 0.0);
        values[p] = 1.0;
        return values;
      }
      values[p] = weight[p] / (at - k[p]);
      sum += values[p];
    }
    for (double& value : values) value /= sum;
    return values;
  }
};

/// e^(-k (depth + i distance)) at the edges of where points lie, reflected waves included.
std::vector<Complex> edges(double k, const GatheredWaves::Reach& reach, double water_depth) {
  std::vector<double> depths{0.0, reach.depth};
  if (std::isfinite(water_depth)) {
    depths.push_back(std::max(2.0 * water_depth - reach.depth, water_depth));
    depths.push_back(2.0 * water_depth);
  }
  std::vector<Complex> values;
  for (const double depth : depths) {
    for (const double distance : {0.0, reach.radius}) {
      values.push_back(exponential(Complex(-k * depth, -k * distance)));
    }
  }
  return values;
}

/// L_p(k_c) of components, a row for each, with as few nodes as meet the edges.
struct Table {
  Nodes nodes;
  std::vector<std::vector<double>> rows;
};

std::optional<Table> table_of(const std::vector<double>& wavenumbers,
                              const GatheredWaves::Reach& reach, double water_depth) {
  const auto [least, most] = std::minmax_element(wavenumbers.begin(), wavenumbers.end());
  std::vector<std::vector<Complex>> exact;
  for (const double k : wavenumbers) exact.push_back(edges(k, reach, water_depth));
  for (std::size_t count = 2 * kLaneCount; 2 * count <= wavenumbers.size(); count += kLaneCount) {
    Table table{Nodes(*least, *most, count), {}};
    std::vector<std::vector<Complex>> at_nodes;
    for (const double k : table.nodes.k) at_nodes.push_back(edges(k, reach, water_depth));
    bool is_met = true;
    for (std::size_t c = 0; c < wavenumbers.size() && is_met; ++c) {
      table.rows.push_back(table.nodes.polynomials(wavenumbers[c]));
      for (std::size_t edge = 0; edge < exact[c].size(); ++edge) {
        Complex sum = -exact[c][edge];
        for (std::size_t p = 0; p < count; ++p) sum += table.rows[c][p] * at_nodes[p][edge];
        is_met = is_met && std::abs(sum) <= kTolerance;
      }
    }
    if (is_met) return table;
  }
  return std::nullopt;
}

/// 1, sigma s, sigma^2 s and sigma^2/k s, s = 1/(1 - e^(-2kh)): what elevation, velocity,
/// acceleration and pressure have beside f(k) and f(k) reflected.
std::array<double, GatheredWaves::kQuantities> factors_of(double k, double sigma, double h) {
  const double scale = std::isfinite(h) ? -1.0 / exponential_minus_one(-2.0 * k * h) : 1.0;
  return {1.0, sigma * scale, sigma * sigma * scale, sigma * sigma / k * scale};
}

}  // namespace

GatheredWaves::GatheredWaves(const Sea& sea, std::vector<Group> groups, Sea waves)
    : waves_(std::move(waves)),
      kinematics_(waves_),
      groups_(std::move(groups)),
      phases_(sea.phases()),
      factors_(phases_.size()),
      divisors_(waves_.phases().size()),
      moved_(phases_.size()) {
  const auto put = [](const Sea& of, std::size_t c, std::vector<Factors>& all, bool inverse) {
    const auto index = static_cast<Eigen::Index>(c);
    const auto factors =
        factors_of(of.wavenumbers()[index], of.intrinsic_omegas()[index], of.water_depth());
    for (std::size_t i = 0; i < kQuantities; ++i) {
      all[c / kLaneCount][i][c % kLaneCount] = inverse ? 1.0 / factors[i] : factors[i];
    }
  };
  for (std::size_t c = 0; c < sea.components().size(); ++c) put(sea, c, factors_, false);
  for (std::size_t p = 0; p < wave_count(); ++p) put(waves_, p, divisors_, true);
}

std::optional<GatheredWaves> GatheredWaves::of(const Sea& sea, const Reach& reach) {
  std::map<double, std::vector<std::size_t>> by_direction;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    by_direction[sea.components()[c].direction].push_back(c);
  }
  std::vector<Group> groups;
  std::vector<WaveComponent> waves;
  for (auto& [direction, components] : by_direction) {
    std::vector<double> wavenumbers;
    for (const std::size_t c : components) {
      wavenumbers.push_back(sea.wavenumbers()[static_cast<Eigen::Index>(c)]);
    }
    const std::optional<Table> table = table_of(wavenumbers, reach, sea.water_depth());
    if (!table) return std::nullopt;
    const std::size_t count = table->nodes.k.size();
    Group group{std::move(components), waves.size() / kLaneCount, count / kLaneCount, {}};
    group.weights.resize(group.components.size() * group.block_count);
    for (std::size_t c = 0; c < group.components.size(); ++c) {
      for (std::size_t p = 0; p < count; ++p) {
        group.weights[c * group.block_count + p / kLaneCount][p % kLaneCount] = table->rows[c][p];
      }
    }
    for (const double k : table->nodes.k) {
      waves.push_back({frequency(k, sea.water()), 1.0, 0.0, direction});
    }
    groups.push_back(std::move(group));
  }
  if (waves.empty()) return std::nullopt;
  return GatheredWaves(sea, std::move(groups),
                       Sea(std::move(waves), sea.water_depth(), sea.gravity(), 0.0));
}

void GatheredWaves::gather(const WavePhasors& components, const Vector2& place,
                           const Wanted& wanted, Phasors& phasors) const {
  at_full_width<move_components>(phases_.data(), components.data(), factors_.data(), phases_.size(),
                                 place.x(), place.y(), moved_.data());
  phasors.place = place;
  const std::array<WavePhasors*, kQuantities> sets{&phasors.elevation, &phasors.velocity,
                                                   &phasors.acceleration, &phasors.pressure};
  const std::array<bool, kQuantities> is_wanted{true, true, wanted.accelerations, wanted.pressures};
  for (std::size_t i = 0; i < kQuantities; ++i) {
    sets[i]->resize(is_wanted[i] ? divisors_.size() : 0);
  }
  for (const Group& group : groups_) {
    for (std::size_t b = 0; b < group.block_count; ++b) {
      const std::size_t block = group.first_block + b;
      PhasorSets sums;
      at_full_width<gather_block<8>, gather_block<4>, gather_block<2>>(group, b, moved_.data(),
                                                                       sums);
      for (std::size_t i = 0; i < kQuantities; ++i) {
        if (!is_wanted[i]) continue;
        const Lanes& divisor = divisors_[block][i].lanes();
        (*sets[i])[block].real.lanes() = divisor * sums[i][0].lanes();
        (*sets[i])[block].imaginary.lanes() = divisor * sums[i][1].lanes();
      }
    }
  }
}

void GatheredWaves::add_elevations(const Phasors& phasors, const PointRow& row,
                                   std::span<double> elevations) const {
  kinematics_.add_elevations(phasors.elevation, {row.first - phasors.place, row.step}, elevations);
}

void GatheredWaves::add_motions(const Phasors& phasors, const PointRow& row,
                                std::span<const WaterHeight> heights,
                                std::span<WaterMotion> motions) const {
  const PointRow from_place{row.first - phasors.place, row.step};
  const auto sum = [&](const WavePhasors& set, const auto& add) {
    if (set.empty()) return;
    motions_.assign(motions.size(), {});
    kinematics_.add_motions(set, from_place, heights, motions_);
    for (std::size_t i = 0; i < motions.size(); ++i) add(motions_[i], motions[i]);
  };
  sum(phasors.velocity,
      [](const WaterMotion& from, WaterMotion& to) { to.velocity += from.velocity; });
  sum(phasors.acceleration,
      [](const WaterMotion& from, WaterMotion& to) { to.acceleration += from.acceleration; });
  sum(phasors.pressure,
      [](const WaterMotion& from, WaterMotion& to) { to.pressure += from.pressure; });
}

}  // namespace raftup::hydro
