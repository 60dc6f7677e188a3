#include "hydro/sea/steep_wave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_period.hpp"

namespace raftup::hydro {
namespace {

constexpr int kFewestHarmonics = 4;
constexpr int kMostHarmonics = 40;  ///< more are lost to rounding in steep waves
/// Of the first, the largest that the last harmonic of the elevation may be: what the conditions at
/// the surface leave between their points, over g H, is about as much.
constexpr double kLastHarmonic = 1e-3;

/// @throws BrokenRule where a wave is higher than its theory goes
void require_within_theory(const SteepWaveOptions& options, double length, double depth) {
  const double highest = highest_wave(length, depth);
  require(options.height <= kHighestShare * highest,
          fmt::format("height must be at most {} of that of the highest wave of its length, H_max "
                      "= {:.6g} m, in this depth",
                      kHighestShare, highest),
          fmt::format("{}", options.height));
  if (options.theory != WaveTheory::kStokes5) return;
  const double shallow = options.height * length * length / (depth * depth * depth);
  require(
      shallow < kStokesLimit,
      fmt::format("theory must be stream_function where H lambda^2/h^3 is {} or more: a Stokes "
                  "wave of this length is at most {:.6g} m high (H_max = {:.6g} m)",
                  kStokesLimit, kStokesLimit * depth * depth * depth / (length * length), highest),
      fmt::format("{:.6g}", shallow));
}

SteadyFlow find_flow(const SteepWaveOptions& options, double depth, double gravity) {
  require(std::isfinite(options.height) && options.height > 0.0, "height must be positive",
          fmt::format("{}", options.height));
  require(options.height <= kHighestWave, "height must be at most 1000 m",
          fmt::format("{}", options.height));
  require_wave_period(options.period, "period");
  require(options.harmonic_count >= kFewestHarmonics && options.harmonic_count <= kMostHarmonics,
          fmt::format("harmonic_count must be {} to {}", kFewestHarmonics, kMostHarmonics),
          fmt::format("{}", options.harmonic_count));
  const SteadyWave wave{options.height, kTwoPi / options.period, depth, gravity,
                        options.mean_current == MeanCurrent::kMassTransport};
  const FoundFlow found = options.theory == WaveTheory::kStokes5
                              ? stokes_flow(wave)
                              : stream_function_flow(wave, options.harmonic_count);
  require_within_theory(options, found.length, depth);
  if (!found.flow) {
    throw BrokenRule(fmt::format("height must be that of a wave that its theory finds, below H_max "
                                 "= {:.6g} m; another harmonic_count may help",
                                 highest_wave(found.length, depth)),
                     fmt::format("{}", options.height));
  }
  const double last = std::abs(found.flow->E.back() / found.flow->E.front());
  require(options.theory == WaveTheory::kStokes5 || last <= kLastHarmonic,
          fmt::format("harmonic_count must be larger, {} at most, or the wave shorter: its last "
                      "harmonic must be at most {:g} % of the first, is {:.3g} %",
                      kMostHarmonics, 100.0 * kLastHarmonic, 100.0 * last),
          fmt::format("{}", options.harmonic_count));
  return *found.flow;
}

/// Multiplies a phase by another: the next harmonic.
void go_on(const SteepWave::Phase& by, SteepWave::Phase& phase) {
  phase = {phase.cosine * by.cosine - phase.sine * by.sine,
           phase.cosine * by.sine + phase.sine * by.cosine};
}

}  // namespace

double highest_wave(double length, double water_depth) {
  const double h_over_length = water_depth / length;  // 1/r; infinite in deep water
  if (!std::isfinite(h_over_length)) return 0.141063 * length;
  const double r = 1.0 / h_over_length;
  return water_depth * r * (0.141063 + r * (0.0095721 + r * 0.0077829)) /
         (1.0 + r * (0.078834 + r * (0.0317567 + r * 0.0093407)));
}

SteepWave::SteepWave(const SteepWaveOptions& options, double water_depth, double gravity)
    : options_(options),
      omega_(kTwoPi / options.period),
      depth_(water_depth),
      flow_(find_flow(options, water_depth, gravity)) {
  for (std::size_t i = 0; i < flow_.V.size(); ++i) {
    const double depth = static_cast<double>(i + 1) * flow_.k * water_depth;
    const double q = std::isfinite(depth) ? exponential(-2.0 * depth) : 0.0;
    scaled_.push_back(flow_.V[i] / (1.0 + q));
  }
  for (const double harmonic : flow_.E) crest_ += harmonic;
}

double SteepWave::elevation(const Phase& phase) const {
  double sum = 0.0;
  Phase harmonic = phase;
  for (const double E : flow_.E) {
    sum += E * harmonic.cosine;
    go_on(phase, harmonic);
  }
  return sum;
}

double SteepWave::elevation_derivative(const Phase& phase) const {
  double sum = 0.0, order = 1.0;
  Phase harmonic = phase;
  for (const double E : flow_.E) {
    sum -= order * E * harmonic.sine;
    go_on(phase, harmonic);
    order += 1.0;
  }
  return sum;
}

SteepWave::Motion SteepWave::motion(const Phase& phase, double z) const {
  const double k = flow_.k, height = std::min(z, crest_);
  const double rise = exponential(k * height);
  const double fall = std::isfinite(depth_) ? exponential(-k * (height + 2.0 * depth_)) : 0.0;
  double u = -flow_.U, w = 0.0, u_x = 0.0, u_z = 0.0;  // u less c
  double rising = rise, falling = fall, order = k;
  Phase harmonic = phase;
  for (const double V : scaled_) {
    const double along = V * (rising + falling), up = V * (rising - falling);
    u += along * harmonic.cosine;
    w -= up * harmonic.sine;
    u_x += order * along * harmonic.sine;
    u_z += order * up * harmonic.cosine;
    rising *= rise;
    falling *= fall;
    order += k;
    go_on(phase, harmonic);
  }
  Motion motion;
  motion.u = u + flow_.celerity;
  motion.w = w;
  motion.u_rate = u * u_x + w * u_z;  // in the steady flow; w_x = u_z, w_z = -u_x
  motion.w_rate = u * u_z - w * u_x;
  motion.pressure = flow_.R - 0.5 * (u * u + w * w);
  return motion;
}

}  // namespace raftup::hydro
