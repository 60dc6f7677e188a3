#include "hydro/sea/steep_wave.hpp"
#include "server/model/sea_builder.hpp"

namespace raftup::server {

bool has_options(v1::IrregularWave state) {
  state.clear_spectrum();
  state.clear_direction_deg();
  return state.ByteSizeLong() > 0;
}

namespace {

template <typename Wave>
void complete_enhancement(Wave& wave) {
  if (wave.has_jonswap() && !wave.jonswap().has_peak_enhancement()) {
    wave.mutable_jonswap()->set_peak_enhancement(solver::kPeakEnhancement);
  }
}

template <typename Wave>
void complete_options(Wave& wave) {
  if (wave.component_count() == 0) wave.set_component_count(solver::kDefaultComponentCount);
  if (wave.discretisation() == v1::DISCRETISATION_UNSPECIFIED) {
    wave.set_discretisation(v1::DISCRETISATION_EQUAL_ENERGY);
  }
}

template <typename Wave>
void complete_random(Wave& wave) {
  complete_enhancement(wave);
  complete_options(wave);
}

/// Writes the defaults of a steep wave. A linear wave has none.
void complete_regular(v1::RegularWave& wave) {
  const bool stream_function = wave.theory() == v1::WAVE_THEORY_STREAM_FUNCTION;
  if (!stream_function && wave.theory() != v1::WAVE_THEORY_STOKES5) return;
  if (wave.mean_current() == v1::MEAN_CURRENT_UNSPECIFIED) {
    wave.set_mean_current(v1::MEAN_CURRENT_EULERIAN);
  }
  if (wave.harmonic_count() == 0 && stream_function) {
    wave.set_harmonic_count(hydro::SteepWaveOptions().harmonic_count);
  }
}

void complete_varying(v1::VaryingWave& wave) {
  for (int i = 0; i < wave.states_size(); ++i) {
    v1::IrregularWave& state = *wave.mutable_states(i);
    complete_enhancement(state);
    // A state that repeats the options of the first state must remain equal to it.
    if (i == 0 || has_options(state)) complete_options(state);
  }
}

}  // namespace

void complete_sea(v1::Sea& sea) {
  for (v1::WaveSystem& system : *sea.mutable_waves()) {
    if (system.has_regular()) complete_regular(*system.mutable_regular());
    if (system.has_irregular()) complete_random(*system.mutable_irregular());
    if (system.has_focused()) complete_random(*system.mutable_focused());
    if (system.has_extreme_response()) complete_random(*system.mutable_extreme_response());
    if (system.has_varying()) complete_varying(*system.mutable_varying());
  }
}

}  // namespace raftup::server
