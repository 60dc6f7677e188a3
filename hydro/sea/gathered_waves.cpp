#include "hydro/sea/gathered_waves.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {
namespace {

using Factors = std::array<LaneArray, GatheredWaves::kQuantities>;
using Moved = std::array<std::vector<ComplexLanes>, GatheredWaves::kQuantities>;

/// Computes the complex amplitudes of components at a place, multiplied by their factors.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void move_components(const WavePhaseBlock* phases,
                                                   const ComplexLanes* phasors,
                                                   const Factors* factors, std::size_t count,
                                                   double x, double y, Moved& moved) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t block = 0; block < count; ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
      V turns, sine, cosine;
      phases[block].change(0.0, x, y, turns, lane);
      sincos_turns(turns, sine, cosine);
      const V re = phasors[block].real.some<kWidth>(lane);
      const V im = phasors[block].imaginary.some<kWidth>(lane);
      const V real = re * cosine - im * sine, imaginary = re * sine + im * cosine;
      for (std::size_t i = 0; i < GatheredWaves::kQuantities; ++i) {
        const V factor = factors[block][i].some<kWidth>(lane);
        moved[i][block].real.some<kWidth>(lane) = factor * real;
        moved[i][block].imaginary.some<kWidth>(lane) = factor * imaginary;
      }
    }
  }
}

/// Returns sqrt(g k tanh(k h)).
double frequency(double k, const Sea::Water& water) {
  const double depth = k * water.depth;
  return std::sqrt(water.gravity * k * (std::isinf(depth) ? 1.0 : hyperbolic_tangent(depth)));
}

/// Creates waves of amplitude 1 at the nodes.
Sea waves_at(const ComponentNodes& nodes, const Sea::Water& water) {
  std::vector<WaveComponent> waves;
  for (const auto& [k, direction] : nodes.nodes()) {
    waves.push_back({frequency(k, water), 1.0, 0.0, direction});
  }
  return {std::move(waves), water.depth, water.gravity, 0.0};
}

/// Returns e^(-k (depth + i distance)) at the edges of the region of points, including reflected
/// waves.
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

/// Returns 1, sigma s, sigma^2 s and sigma^2/k s with s = 1/(1 - e^(-2kh)): the factors of
/// elevation, velocity, acceleration and pressure in addition to f(k) and its reflection.
std::array<double, GatheredWaves::kQuantities> factors_of(double k, double sigma, double h) {
  const double scale = std::isfinite(h) ? -1.0 / exponential_minus_one(-2.0 * k * h) : 1.0;
  return {1.0, sigma * scale, sigma * sigma * scale, sigma * sigma / k * scale};
}

}  // namespace

GatheredWaves::GatheredWaves(const Sea& sea, ComponentNodes nodes)
    : nodes_(std::move(nodes)),
      waves_(waves_at(nodes_, sea.water())),
      kinematics_(waves_),
      phases_(sea.phases()),
      factors_(phases_.size()),
      divisors_(waves_.phases().size()) {
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
  for (auto& of_quantity : moved_) of_quantity.resize(phases_.size());
}

std::optional<GatheredWaves> GatheredWaves::of(const Sea& sea, const Reach& reach) {
  const auto samples_at = [&](double k, double /*direction*/) {
    return edges(k, reach, sea.water_depth());
  };
  std::vector<double> directions, wavenumbers(sea.wavenumbers().begin(), sea.wavenumbers().end());
  std::vector<ComponentNodes::Samples> samples;
  for (const WaveComponent& wave : sea.components()) directions.push_back(wave.direction);
  for (const double k : wavenumbers) samples.push_back(samples_at(k, 0.0));
  std::optional<ComponentNodes> nodes =
      ComponentNodes::of(directions, wavenumbers, samples, samples_at, {});
  if (!nodes) return std::nullopt;
  return GatheredWaves(sea, std::move(*nodes));
}

void GatheredWaves::gather(const WavePhasors& components, const Vector2& place,
                           const Wanted& wanted, Phasors& phasors) const {
  at_full_width<move_components<8>, move_components<4>, move_components<2>>(
      phases_.data(), components.data(), factors_.data(), phases_.size(), place.x(), place.y(),
      moved_);
  phasors.place = place;
  const std::array<WavePhasors*, kQuantities> sets{&phasors.elevation, &phasors.velocity,
                                                   &phasors.acceleration, &phasors.pressure};
  std::array<const ComplexLanes*, kQuantities> from{};
  std::array<ComplexLanes*, kQuantities> to{};
  for (std::size_t i = 0; i < kQuantities; ++i) {
    sets[i]->resize(divisors_.size());
    from[i] = moved_[i].data();
    to[i] = sets[i]->data();
  }
  nodes_.gather(from, to);
  for (std::size_t i = 0; i < kQuantities; ++i) {
    for (std::size_t block = 0; block < divisors_.size(); ++block) {
      ComplexLanes& of_block = (*sets[i])[block];
      of_block.real.lanes() = divisors_[block][i].lanes() * of_block.real.lanes();
      of_block.imaginary.lanes() = divisors_[block][i].lanes() * of_block.imaginary.lanes();
    }
  }
  if (!wanted.accelerations) phasors.acceleration.clear();
  if (!wanted.pressures) phasors.pressure.clear();
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
