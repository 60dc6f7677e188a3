#include "hydro/sea/sea.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"
#include "hydro/sea/bound_waves.hpp"
#include "hydro/sea/steep_wave.hpp"
#include "hydro/sea/wave_period.hpp"

namespace raftup::hydro {
namespace {

void check(const std::vector<WaveComponent>& components) {
  for (std::size_t c = 0; c < components.size(); ++c) {
    const WaveComponent& wave = components[c];
    const auto expect = [c](bool holds, const char* field, const char* rule, double value) {
      if (holds) return;  // before any word is made: a sea has thousands of components
      throw BrokenRule(fmt::format("components[{}].{} must be {}", c, field, rule),
                       fmt::format("{}", value));
    };
    expect(std::isfinite(wave.omega) && wave.omega > 0.0, "omega", "positive", wave.omega);
    expect(wave.omega >= kTwoPi / kLongestPeriod && wave.omega <= kTwoPi / kShortestPeriod, "omega",
           "that of a period from 0.001 to 1e6 s", wave.omega);
    expect(std::isfinite(wave.amplitude) && wave.amplitude >= 0.0, "amplitude", ">= 0",
           wave.amplitude);
    expect(wave.amplitude <= kHighestWave, "amplitude", "at most 1000 m", wave.amplitude);
    expect(std::isfinite(wave.phase), "phase", "finite", wave.phase);
    expect(std::isfinite(wave.direction), "direction", "finite", wave.direction);
  }
}

void check(const VarianceHistory& history, const std::vector<WaveComponent>& components) {
  const auto rows = static_cast<std::size_t>(history.variances.rows());
  const bool ascending = std::adjacent_find(history.times.begin(), history.times.end(),
                                            std::greater_equal<>()) == history.times.end();
  require(ascending && !history.times.empty(), "times must be strictly ascending, at least one");
  require(history.first + rows <= components.size() &&
              history.variances.cols() == static_cast<Eigen::Index>(history.times.size()),
          fmt::format("variances must be components x times, got {} x {}", rows,
                      history.variances.cols()));
  require(history.variances.allFinite() && (history.variances.array() >= 0.0).all(),
          "variances must be finite and >= 0");
  for (std::size_t row = 0; row < rows; ++row) {
    const double largest =
        amplitude_of(history.variances.row(static_cast<Eigen::Index>(row)).maxCoeff());
    const double amplitude = components[history.first + row].amplitude;
    require(amplitude == largest,
            fmt::format("components[{}].amplitude must be the largest of its history, {}, got {}",
                        history.first + row, largest, amplitude));
  }
}

/// @throws BrokenRule naming the component
WaveOnCurrent wave_of(std::size_t component, const WaveComponent& wave, const Sea::Water& water) {
  try {
    const WaveOnCurrent found =
        wave_on_current(wave.omega, wave.direction, water.depth, water.gravity, water.current);
    require(std::isfinite(found.wavenumber) && found.wavenumber > 0.0,
            "omega must have a finite wavenumber in water of this depth and gravity",
            fmt::format("{}", wave.omega));
    return found;
  } catch (const BrokenRule& broken) {
    throw BrokenRule(fmt::format("components[{}].{}", component, broken.rule()), broken.value());
  }
}

/// Computes, lane by lane, the sum over blocks of amplitude cos(phase).
[[gnu::always_inline]] inline void add_elevations(const WavePhases& phases,
                                                  const std::vector<LaneArray>& amplitudes,
                                                  double time, double x, double y,
                                                  LaneArray& partial_sums) {
  Lanes sum{};
  for (std::size_t block = 0; block < phases.size(); ++block) {
    Lanes turns, sine, cosine;
    phases[block].at(time, x, y, turns);
    sincos_turns(turns, sine, cosine);
    sum += amplitudes[block].lanes() * cosine;
  }
  for (std::size_t lane = 0; lane < kLaneCount; ++lane) partial_sums[lane] = sum[lane];
}

double sum_of_elevations(const WavePhases& phases, const std::vector<LaneArray>& amplitudes,
                         double time, const Vector2& position) {
  LaneArray partial_sums;
  at_full_width<add_elevations>(phases, amplitudes, time, position.x(), position.y(), partial_sums);
  double sum = 0.0;
  for (const double partial : partial_sums) sum += partial;
  return sum;
}

/// Position of a time among `times`: the index of the next time, and the fraction of the interval
/// before it.
struct Between {
  Eigen::Index before, after;
  double fraction;

  Between(const std::vector<double>& times, double time) {
    const auto later = std::upper_bound(times.begin(), times.end(), time) - times.begin();
    const auto last = static_cast<std::ptrdiff_t>(times.size()) - 1;
    before = std::max<std::ptrdiff_t>(later - 1, 0);
    after = std::min<std::ptrdiff_t>(later, last);
    const double start = times[static_cast<std::size_t>(before)];
    const double end = times[static_cast<std::size_t>(after)];
    fraction = end > start ? (time - start) / (end - start) : 0.0;
  }
};

}  // namespace

double amplitude_of(double variance) { return std::sqrt(2.0 * variance); }

Sea::Sea(std::vector<WaveComponent> components, double water_depth, double gravity,
         double ramp_duration)
    : Sea(std::move(components), Water{water_depth, gravity, {}}, ramp_duration) {}

Sea::Sea(std::vector<WaveComponent> components, const Water& water, double ramp_duration,
         std::vector<VarianceHistory> histories)
    : components_(std::move(components)),
      water_(water),
      ramp_duration_(ramp_duration),
      histories_(std::move(histories)) {
  check_water();
  for (const VarianceHistory& history : histories_) check(history, components_);
  place_components();
}

Sea::Sea(std::shared_ptr<const SteepWave> wave, double direction, double phase, const Water& water,
         double ramp_duration)
    : components_{{wave->omega(), wave->first_harmonic(), phase, direction}},
      water_(water),
      ramp_duration_(ramp_duration),
      steep_(std::move(wave)) {
  check_water();
  require(water.current.is_still(), "current must be none where a wave is steep");
  place_components();
}

void Sea::bind_waves(const BoundWaveOptions& options) {
  bound_ = std::make_shared<const BoundWaves>(*this, options);
}

void Sea::check_water() const {
  check(components_);
  require(water_.depth > 0.0, "water_depth must be positive", fmt::format("{}", water_.depth));
  require(std::isfinite(water_.gravity) && water_.gravity > 0.0, "gravity must be positive",
          fmt::format("{}", water_.gravity));
  require(std::isfinite(ramp_duration_) && ramp_duration_ >= 0.0, "ramp_duration must be >= 0",
          fmt::format("{}", ramp_duration_));
}

void Sea::place_components() {
  const std::size_t count = components_.size();
  wavenumbers_.resize(static_cast<Eigen::Index>(count));
  intrinsic_omegas_.resize(static_cast<Eigen::Index>(count));
  phases_.resize((count + kLaneCount - 1) / kLaneCount);
  amplitudes_.resize(phases_.size(), LaneArray{});
  for (std::size_t c = 0; c < count; ++c) {
    const WaveComponent& wave = components_[c];
    const auto [sine, cosine] = sincos(wave.direction);
    const auto [k, intrinsic_omega] =
        steep_ ? WaveOnCurrent{steep_->wavenumber(), wave.omega} : wave_of(c, wave, water_);
    wavenumbers_[static_cast<Eigen::Index>(c)] = k;
    intrinsic_omegas_[static_cast<Eigen::Index>(c)] = intrinsic_omega;
    WavePhaseBlock& block = phases_[c / kLaneCount];
    const std::size_t lane = c % kLaneCount;
    block.omega[lane] = wave.omega * kTurnsPerRadian;
    block.wavenumber_x[lane] = k * cosine * kTurnsPerRadian;
    block.wavenumber_y[lane] = k * sine * kTurnsPerRadian;
    block.phase[lane] = wave.phase * kTurnsPerRadian;
    amplitudes_[c / kLaneCount][lane] = wave.amplitude;
  }
}

void Sea::amplitude_factors(double time, AmplitudeFactors& factors) const {
  LaneArray ones;
  for (std::size_t lane = 0; lane < kLaneCount; ++lane) ones[lane] = 1.0;
  factors.assign(phases_.size(), ones);
  for (const VarianceHistory& history : histories_) {
    const Between at(history.times, time);
    for (Eigen::Index row = 0; row < history.variances.rows(); ++row) {
      const double before = history.variances(row, at.before);
      const double variance = before + at.fraction * (history.variances(row, at.after) - before);
      const std::size_t c = history.first + static_cast<std::size_t>(row);
      const double largest = components_[c].amplitude;
      factors[c / kLaneCount][c % kLaneCount] =
          largest > 0.0 ? amplitude_of(variance) / largest : 0.0;
    }
  }
}

double Sea::ramp(double time) const {
  if (!fading_.is_always_on()) return time < 0.0 ? 0.0 : fading_.at(time);
  if (time >= ramp_duration_) return 1.0;
  if (time <= 0.0) return 0.0;
  return 0.5 * (1.0 - sincos_turns(0.5 * time / ramp_duration_).cosine);
}

double Sea::steep_elevation(double time, const Vector2& position) const {
  const WavePhaseBlock& wave = phases_.front();
  const auto [sine, cosine] = sincos_turns(
      wave.omega[0] * time -
      (wave.wavenumber_x[0] * position.x() + wave.wavenumber_y[0] * position.y()) + wave.phase[0]);
  return steep_->elevation({cosine, sine});
}

double Sea::bound_elevation(double time, const Vector2& position,
                            const std::vector<LaneArray>& amplitudes) const {
  BoundWaves::Phasors phasors(phases_.size());
  for (std::size_t block = 0; block < phases_.size(); ++block) {
    Lanes turns, sine, cosine;
    phases_[block].at(time, position.x(), position.y(), turns);
    sincos_turns(turns, sine, cosine);
    const Lanes amplitude = ramp(time) * amplitudes[block].lanes();
    phasors[block].real.lanes() = amplitude * cosine;
    phasors[block].imaginary.lanes() = amplitude * sine;
  }
  return bound_->elevation(phasors);
}

double Sea::elevation(double time, const Vector2& position) const {
  if (steep_) return ramp(time) * steep_elevation(time, position);
  if (varies()) {
    AmplitudeFactors factors;
    amplitude_factors(time, factors);
    return elevation(time, position, factors);
  }
  const double linear = ramp(time) * sum_of_elevations(phases_, amplitudes_, time, position);
  return bound_ ? linear + bound_elevation(time, position, amplitudes_) : linear;
}

double Sea::elevation(double time, const Vector2& position, const AmplitudeFactors& factors) const {
  std::vector<LaneArray> amplitudes = amplitudes_;
  for (std::size_t block = 0; block < amplitudes.size(); ++block) {
    amplitudes[block].lanes() *= factors[block].lanes();
  }
  const double linear = ramp(time) * sum_of_elevations(phases_, amplitudes, time, position);
  return bound_ ? linear + bound_elevation(time, position, amplitudes) : linear;
}

}  // namespace raftup::hydro
