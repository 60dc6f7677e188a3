#include "solver/water/sea/regular_waves.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/sea/wave_systems.hpp"

namespace raftup::solver {

namespace {

/// Checks that no field is given which the theory does not use.
void require_of_theory(const RegularWave& wave) {
  require(!wave.height || wave.amplitude == 0.0, "amplitude must be omitted if height is given",
          fmt::format("{}", wave.amplitude));
  require(wave.harmonic_count == 0 || wave.theory == hydro::WaveTheory::kStreamFunction,
          "harmonic_count must be omitted unless theory is stream_function",
          std::to_string(wave.harmonic_count));
  if (wave.is_steep()) {
    require(wave.height.has_value(), "height must be given if theory is not airy",
            wave.amplitude == 0.0 ? "nothing" : "amplitude");
  } else {
    require(!wave.mean_current, "mean_current must be omitted if theory is airy",
            wave.mean_current ? std::string(name_of(*wave.mean_current)) : "");
  }
}

hydro::SteepWave steep_wave(const RegularWave& wave, const hydro::Sea::Water& water) {
  return {steep_options(wave), water.depth, water.gravity};
}

}  // namespace

hydro::SteepWaveOptions steep_options(const RegularWave& wave) {
  require_of_theory(wave);
  hydro::SteepWaveOptions options;
  options.theory = wave.theory;
  options.height = wave.height.value_or(0.0);
  options.period = wave.period;
  if (wave.harmonic_count != 0) options.harmonic_count = wave.harmonic_count;
  options.mean_current = wave.mean_current.value_or(options.mean_current);
  return options;
}

hydro::Sea steep_sea(const RegularWave& wave, const hydro::Sea::Water& water,
                     double ramp_duration) {
  return {std::make_shared<const hydro::SteepWave>(steep_wave(wave, water)), wave.direction,
          wave.phase, water, ramp_duration};
}

hydro::WaveComponent make_wave(const RegularWave& wave, const hydro::Sea::Water& water) {
  require_of_theory(wave);
  double amplitude = wave.height ? 0.5 * *wave.height : wave.amplitude;
  if (wave.is_steep()) amplitude = steep_wave(wave, water).first_harmonic();
  return hydro::regular_wave(amplitude, wave.period, wave.direction, wave.phase);
}

}  // namespace raftup::solver
