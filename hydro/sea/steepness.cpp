#include "hydro/sea/steepness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

constexpr double kMiche =
    0.142;  ///< steepness H / L of a breaking wave in deep water, Miche (1944)
constexpr double kShortPeriod = 6.0, kLongPeriod = 12.0;  ///< Tz [s], DNV-RP-C205
/// Largest significant steepness at kShortPeriod and at kLongPeriod, DNV-RP-C205.
constexpr double kShortSteepness = 1.0 / 10.0, kLongSteepness = 1.0 / 15.0;

/// @param factors of the amplitudes; empty = all 1
SignificantWaves waves_with(const Sea& sea, const AmplitudeFactors& factors) {
  double m0 = 0.0, m2 = 0.0;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    double amplitude = sea.components()[c].amplitude;
    if (!factors.empty()) amplitude *= factors[c / kLaneCount][c % kLaneCount];
    const double omega = sea.intrinsic_omegas()[static_cast<Eigen::Index>(c)];
    m0 += 0.5 * amplitude * amplitude;
    m2 += 0.5 * amplitude * amplitude * omega * omega;
  }
  if (!(m0 > 0.0)) return {};
  const double height = 4.0 * std::sqrt(m0), period = kTwoPi * std::sqrt(m0 / m2);
  return {height, period, kTwoPi * height / (sea.gravity() * period * period)};
}

}  // namespace

double breaking_steepness(double wavenumber, double water_depth) {
  if (std::isinf(water_depth)) return kMiche;
  return kMiche * hyperbolic_tangent(wavenumber * water_depth);
}

SignificantWaves significant_waves(const Sea& sea) {
  SignificantWaves steepest;
  if (!sea.varies()) return waves_with(sea, {});
  AmplitudeFactors factors;
  for (const VarianceHistory& history : sea.histories()) {
    for (const double time : history.times) {
      sea.amplitude_factors(time, factors);
      const SignificantWaves then = waves_with(sea, factors);
      if (then.steepness > steepest.steepness) steepest = then;
    }
  }
  return steepest;
}

double limiting_significant_steepness(double crossing_period) {
  const double along =
      std::clamp((crossing_period - kShortPeriod) / (kLongPeriod - kShortPeriod), 0.0, 1.0);
  return kShortSteepness + along * (kLongSteepness - kShortSteepness);
}

double wavenumber_of_share(const Sea& sea, double share) {
  const auto& components = sea.components();
  std::vector<std::size_t> order(components.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto k = [&](std::size_t c) { return sea.wavenumbers()[static_cast<Eigen::Index>(c)]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return k(a) > k(b); });
  double all = 0.0, above = 0.0;
  for (const auto& wave : components) all += wave.amplitude * wave.amplitude;
  for (const std::size_t c : order) {
    above += components[c].amplitude * components[c].amplitude;
    if (above >= share * all && all > 0.0) return k(c);
  }
  return 0.0;
}

}  // namespace raftup::hydro
