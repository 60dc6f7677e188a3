#include "hydro/sea/sea.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "hydro/error.hpp"
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

/// sum_c amplitude_c cos(omega_c t - k_c.x + phase_c), in kLanes partial sums.
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default"))) void add_elevations(
    const double* omega, const double* wavenumber_x, const double* wavenumber_y,
    const double* phase, const double* amplitude, Eigen::Index blocks, double time, double x,
    double y, double* partial_sums) {
  constexpr Eigen::Index kLanes = WavePhases::kLanes;
  for (Eigen::Index block = 0; block < blocks; ++block) {
    for (Eigen::Index lane = 0; lane < kLanes; ++lane) {
      const Eigen::Index c = block * kLanes + lane;
      const double turns = omega[c] * time - (wavenumber_x[c] * x + wavenumber_y[c] * y) + phase[c];
      partial_sums[lane] += amplitude[c] * sincos_turns(turns).cosine;
    }
  }
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
  const auto count = static_cast<Eigen::Index>(components_.size());
  const VectorXd zeros = VectorXd::Zero(WavePhases::padded(count));
  wavenumbers_.resize(count);
  phases_ = {zeros, zeros, zeros, zeros};
  amplitudes_ = zeros;
  for (Eigen::Index c = 0; c < count; ++c) {
    const WaveComponent& wave = components_[static_cast<std::size_t>(c)];
    const auto [sine, cosine] = sincos(wave.direction);
    wavenumbers_[c] = wavenumber(wave.omega, water_depth, gravity);
    phases_.omega[c] = wave.omega * kTurnsPerRadian;
    phases_.wavenumber_x[c] = wavenumbers_[c] * cosine * kTurnsPerRadian;
    phases_.wavenumber_y[c] = wavenumbers_[c] * sine * kTurnsPerRadian;
    phases_.phase[c] = wave.phase * kTurnsPerRadian;
    amplitudes_[c] = wave.amplitude;
  }
}

double Sea::ramp(double time) const {
  if (time >= ramp_duration_) return 1.0;
  if (time <= 0.0) return 0.0;
  return 0.5 * (1.0 - sincos_turns(0.5 * time / ramp_duration_).cosine);
}

double Sea::elevation(double time, const Vector2& position) const {
  std::array<double, WavePhases::kLanes> partial_sums{};
  add_elevations(phases_.omega.data(), phases_.wavenumber_x.data(), phases_.wavenumber_y.data(),
                 phases_.phase.data(), amplitudes_.data(),
                 phases_.padded_size() / WavePhases::kLanes, time, position.x(), position.y(),
                 partial_sums.data());
  double sum = 0.0;
  for (const double partial : partial_sums) sum += partial;
  return ramp(time) * sum;
}

}  // namespace raftup::hydro
