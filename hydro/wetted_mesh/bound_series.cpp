#include "hydro/wetted_mesh/bound_series.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/bound_waves.hpp"

namespace raftup::hydro {

namespace {

/// Whose pairs take, with 40 degrees along the waves and 10 over the depth, some 150 MB.
constexpr std::size_t kMostInSeries = 256;

/// Makes the waves of all pairs.
class PairWaves {
 public:
  explicit PairWaves(const Sea& sea) : sea_(sea), options_(sea.bound_waves()->options()) {
    for (std::size_t c = 0; c < sea.components().size(); ++c) {
      const double k = sea.wavenumbers()[static_cast<Eigen::Index>(c)];
      waves_.push_back({Vector2(k, 0.0), sea.components()[c].omega});
      const double depth = k * sea.water_depth();
      coth_.push_back(std::isfinite(depth) ? 1.0 / hyperbolic_tangent(depth) : 1.0);
    }
    for (std::size_t m = 0; m < waves_.size(); ++m) {
      for (std::size_t n = m; n < waves_.size(); ++n) {
        add(m, n, true);
        add(m, n, false);
      }
    }
  }

  BoundSeries::Waves elevation, head;

 private:
  void add(std::size_t m, std::size_t n, bool sum) {
    const WaveComponent &one = sea_.components()[m], &other = sea_.components()[n];
    const BoundPair pair =
        bound_pair(waves_[m], waves_[n], sum, sea_.water_depth(), sea_.gravity());
    const double amplitudes = (m == n ? 0.25 : 0.5) * one.amplitude * other.amplitude;
    const double phase = sum ? one.phase + other.phase : one.phase - other.phase;
    const double k = pair.k.x();
    const double cutoff = sum ? options_.sum_cutoff : options_.difference_cutoff;
    if (std::abs(pair.omega) <= cutoff && (sum || m != n)) {
      put({pair.omega, k, std::abs(k), phase, amplitudes * pair.K}, m, n, elevation);
      put({pair.omega, k, std::abs(k), phase, amplitudes * pair.F * pair.omega / sea_.gravity()}, m,
          n, head);
    }
    const double q = coth_[m] * coth_[n] + (sum ? -1.0 : 1.0);
    const double decay = std::abs(waves_[m].k.x() + (sum ? -1.0 : 1.0) * waves_[n].k.x());
    if (q == 0.0) return;
    put({pair.omega, k, decay, phase, -amplitudes * one.omega * other.omega * q / sea_.gravity()},
        m, n, head);
  }

  static void put(const LongCrestedWaves::Wave& wave, std::size_t m, std::size_t n,
                  BoundSeries::Waves& waves) {
    waves.waves.push_back(wave);
    waves.pairs.emplace_back(m, n);
  }

  const Sea& sea_;
  BoundWaveOptions options_;
  std::vector<FreeWave> waves_;
  std::vector<double> coth_;
};

AmplitudeFactors factors_of_pairs(const AmplitudeFactors& factors,
                                  const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  AmplitudeFactors products((pairs.size() + kLaneCount - 1) / kLaneCount);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [m, n] = pairs[i];
    products[i / kLaneCount][i % kLaneCount] =
        factors[m / kLaneCount][m % kLaneCount] * factors[n / kLaneCount][n % kLaneCount];
  }
  return products;
}

}  // namespace

BoundSeries::BoundSeries(const Sea& sea, const Waves& elevation, const Waves& head, double radius)
    : elevation_pairs_(elevation.pairs),
      head_pairs_(head.pairs),
      elevation_(sea.components().front().direction, sea.water_depth(), elevation.waves, radius),
      head_(sea.components().front().direction, sea.water_depth(), head.waves, radius) {}

std::optional<BoundSeries> BoundSeries::of(const Sea& sea, double radius) {
  const std::vector<WaveComponent>& components = sea.components();
  const bool one_direction = std::all_of(
      components.begin(), components.end(),
      [&](const WaveComponent& wave) { return wave.direction == components.front().direction; });
  if (!one_direction || components.size() > kMostInSeries) return std::nullopt;
  const PairWaves pairs(sea);
  if (pairs.elevation.waves.empty()) return std::nullopt;
  return BoundSeries(sea, pairs.elevation, pairs.head, radius);
}

void BoundSeries::follow(double time, const Vector2& center, double ramp,
                         const AmplitudeFactors* factors) {
  AmplitudeFactors of_elevation, of_head;
  if (factors != nullptr) {
    of_elevation = factors_of_pairs(*factors, elevation_pairs_);
    of_head = factors_of_pairs(*factors, head_pairs_);
  }
  elevation_.follow(time, center, ramp * ramp, factors != nullptr ? &of_elevation : nullptr);
  head_.follow(time, center, ramp * ramp, factors != nullptr ? &of_head : nullptr);
}

}  // namespace raftup::hydro
