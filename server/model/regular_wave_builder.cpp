#include "server/model/regular_wave_builder.hpp"

#include <fmt/format.h>

#include "hydro/base/error.hpp"
#include "hydro/sea/steep_wave.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "server/model/shapes.hpp"

namespace raftup::server {

namespace {

constexpr int kDefaultHarmonics = 20;

hydro::SteepWaveOptions options_of(const v1::RegularWave& wave) {
  hydro::SteepWaveOptions options;
  options.theory = wave.theory() == v1::WAVE_THEORY_STOKES5 ? hydro::WaveTheory::kStokes5
                                                            : hydro::WaveTheory::kStreamFunction;
  options.height = wave.height();
  options.period = wave.period();
  options.harmonic_count = wave.harmonic_count() == 0 ? kDefaultHarmonics : wave.harmonic_count();
  options.mean_current = wave.mean_current() == v1::MEAN_CURRENT_MASS_TRANSPORT
                             ? hydro::MeanCurrent::kMassTransport
                             : hydro::MeanCurrent::kEulerian;
  return options;
}

/// That no field is given which the theory has no use for.
void require_of_theory(const v1::RegularWave& wave) {
  require(!wave.has_height() || wave.amplitude() == 0.0,
          "amplitude must be omitted where height is given", fmt::format("{}", wave.amplitude()));
  require(wave.harmonic_count() == 0 || wave.theory() == v1::WAVE_THEORY_STREAM_FUNCTION,
          "harmonic_count must be omitted unless theory is stream_function",
          std::to_string(wave.harmonic_count()));
  if (is_steep(wave)) {
    require(wave.has_height(), "height must be given where theory is not airy",
            wave.amplitude() == 0.0 ? "nothing" : "amplitude");
  } else {
    require(wave.mean_current() == v1::MEAN_CURRENT_UNSPECIFIED,
            "mean_current must be omitted where theory is airy",
            v1::MeanCurrent_Name(wave.mean_current()));
  }
}

}  // namespace

bool is_steep(const v1::RegularWave& wave) {
  return wave.theory() == v1::WAVE_THEORY_STOKES5 ||
         wave.theory() == v1::WAVE_THEORY_STREAM_FUNCTION;
}

std::shared_ptr<const hydro::SteepWave> steep_wave(const v1::RegularWave& wave,
                                                   const hydro::Sea::Water& water) {
  require_of_theory(wave);
  return std::make_shared<const hydro::SteepWave>(options_of(wave), water.depth, water.gravity);
}

hydro::WaveComponent regular_component(const v1::RegularWave& wave,
                                       const hydro::Sea::Water& water) {
  require_of_theory(wave);
  const double direction = radians(wave.direction_deg()), phase = radians(wave.phase_deg());
  double amplitude = wave.has_height() ? 0.5 * wave.height() : wave.amplitude();
  if (is_steep(wave)) amplitude = steep_wave(wave, water)->first_harmonic();
  return hydro::regular_wave(amplitude, wave.period(), direction, phase);
}

void complete_regular_wave(v1::RegularWave& wave) {
  if (!is_steep(wave)) return;
  if (wave.mean_current() == v1::MEAN_CURRENT_UNSPECIFIED) {
    wave.set_mean_current(v1::MEAN_CURRENT_EULERIAN);
  }
  if (wave.harmonic_count() == 0 && wave.theory() == v1::WAVE_THEORY_STREAM_FUNCTION) {
    wave.set_harmonic_count(kDefaultHarmonics);
  }
}

}  // namespace raftup::server
