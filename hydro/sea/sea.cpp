#include "hydro/sea/sea.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/error.hpp"
#include "hydro/numerics/clones.hpp"
#include "hydro/numerics/sincos.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {
namespace {

void check(const std::vector<WaveComponent>& components) {
  for (std::size_t c = 0; c < components.size(); ++c) {
    const WaveComponent& wave = components[c];
    const auto name = [c](const char* field) { return fmt::format("components[{}].{}", c, field); };
    require(std::isfinite(wave.omega) && wave.omega > 0.0,
            fmt::format("{} must be positive, got {}", name("omega"), wave.omega));
    require(std::isfinite(wave.amplitude) && wave.amplitude >= 0.0,
            fmt::format("{} must be >= 0, got {}", name("amplitude"), wave.amplitude));
    require(std::isfinite(wave.phase),
            fmt::format("{} must be finite, got {}", name("phase"), wave.phase));
    require(std::isfinite(wave.direction),
            fmt::format("{} must be finite, got {}", name("direction"), wave.direction));
  }
}

/// Lane by lane, the sum over blocks of amplitude cos(phase).
RAFTUP_CLONES void add_elevations(const WavePhases& phases,
                                  const std::vector<LaneArray>& amplitudes, double time, double x,
                                  double y, LaneArray& partial_sums) {
  Lanes sum{};
  for (std::size_t block = 0; block < phases.size(); ++block) {
    Lanes turns, sine, cosine;
    phases[block].at(time, x, y, turns);
    sincos_turns(turns, sine, cosine);
    sum += amplitudes[block].lanes() * cosine;
  }
  for (std::size_t lane = 0; lane < kLaneCount; ++lane) partial_sums[lane] = sum[lane];
}

}  // namespace

Sea::Sea(std::vector<WaveComponent> components, double water_depth, double gravity,
         double ramp_duration)
    : components_(std::move(components)),
      water_depth_(water_depth),
      gravity_(gravity),
      ramp_duration_(ramp_duration) {
  check(components_);
  require(water_depth > 0.0, fmt::format("water_depth must be positive, got {}", water_depth));
  require(std::isfinite(gravity) && gravity > 0.0,
          fmt::format("gravity must be positive, got {}", gravity));
  require(std::isfinite(ramp_duration) && ramp_duration >= 0.0,
          fmt::format("ramp_duration must be >= 0, got {}", ramp_duration));
  const std::size_t count = components_.size();
  wavenumbers_.resize(static_cast<Eigen::Index>(count));
  phases_.resize((count + kLaneCount - 1) / kLaneCount);
  amplitudes_.resize(phases_.size(), LaneArray{});
  for (std::size_t c = 0; c < count; ++c) {
    const WaveComponent& wave = components_[c];
    const auto [sine, cosine] = sincos(wave.direction);
    const double k = wavenumber(wave.omega, water_depth, gravity);
    wavenumbers_[static_cast<Eigen::Index>(c)] = k;
    WavePhaseBlock& block = phases_[c / kLaneCount];
    const std::size_t lane = c % kLaneCount;
    block.omega[lane] = wave.omega * kTurnsPerRadian;
    block.wavenumber_x[lane] = k * cosine * kTurnsPerRadian;
    block.wavenumber_y[lane] = k * sine * kTurnsPerRadian;
    block.phase[lane] = wave.phase * kTurnsPerRadian;
    amplitudes_[c / kLaneCount][lane] = wave.amplitude;
  }
}

double Sea::ramp(double time) const {
  if (time >= ramp_duration_) return 1.0;
  if (time <= 0.0) return 0.0;
  return 0.5 * (1.0 - sincos_turns(0.5 * time / ramp_duration_).cosine);
}

double Sea::elevation(double time, const Vector2& position) const {
  LaneArray partial_sums;
  add_elevations(phases_, amplitudes_, time, position.x(), position.y(), partial_sums);
  double sum = 0.0;
  for (const double partial : partial_sums) sum += partial;
  return ramp(time) * sum;
}

}  // namespace raftup::hydro
