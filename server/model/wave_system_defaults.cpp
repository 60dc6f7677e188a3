#include "server/model/regular_wave_builder.hpp"
#include "server/model/wave_system_builder.hpp"

namespace raftup::server {

std::string options_of_state(v1::IrregularWave state) {
  state.clear_spectrum();
  state.clear_direction_deg();
  return state.SerializeAsString();
}

void set_omega_max(v1::WaveSystem& system, double omega) {
  if (system.has_irregular()) system.mutable_irregular()->set_omega_max(omega);
  if (system.has_focused()) system.mutable_focused()->set_omega_max(omega);
  if (system.has_extreme_response()) system.mutable_extreme_response()->set_omega_max(omega);
  if (!system.has_varying()) return;
  for (int i = 0; i < system.varying().states_size(); ++i) {
    v1::IrregularWave& state = *system.mutable_varying()->mutable_states(i);
    // A state that repeats the options of the first state must remain equal to it.
    if (i == 0 || !options_of_state(state).empty()) state.set_omega_max(omega);
  }
}

namespace {

template <typename Wave>
void complete_enhancement(Wave& wave) {
  if (wave.has_jonswap() && !wave.jonswap().has_peak_enhancement()) {
    wave.mutable_jonswap()->set_peak_enhancement(kPeakEnhancement);
  }
}

template <typename Wave>
void complete_options(Wave& wave) {
  if (wave.component_count() == 0) wave.set_component_count(kDefaultComponentCount);
  if (wave.discretisation() == v1::DISCRETISATION_UNSPECIFIED) {
    wave.set_discretisation(v1::DISCRETISATION_EQUAL_ENERGY);
  }
}

}  // namespace

void complete_wave_system(v1::WaveSystem& system) {
  if (system.has_regular()) {
    complete_regular_wave(*system.mutable_regular());
  } else if (system.has_irregular()) {
    complete_enhancement(*system.mutable_irregular());
    complete_options(*system.mutable_irregular());
  } else if (system.has_focused()) {
    complete_enhancement(*system.mutable_focused());
    complete_options(*system.mutable_focused());
  } else if (system.has_extreme_response()) {
    complete_enhancement(*system.mutable_extreme_response());
    complete_options(*system.mutable_extreme_response());
  } else if (system.has_varying()) {
    for (int i = 0; i < system.varying().states_size(); ++i) {
      v1::IrregularWave& state = *system.mutable_varying()->mutable_states(i);
      complete_enhancement(state);
      // A state that repeats the options of the first state must remain equal to it.
      if (i == 0 || !options_of_state(state).empty()) complete_options(state);
    }
  }
}

}  // namespace raftup::server
