#include "solver/water/sea/wave_making.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "hydro/base/error.hpp"
#include "hydro/sea/focused_waves.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/spectrum_cut.hpp"

namespace raftup::solver {

namespace {

using Components = std::vector<hydro::WaveComponent>;
using Spectra = std::vector<hydro::DirectedSpectrum>;

constexpr int kSpreadDirections = 72;  // every 5 deg, as fine as directional spectra are known

/// Makes the spectrum of each kind of description [m2 s/rad].
struct SpectrumOf {
  double gravity;  ///< m/s2

  using Made = std::shared_ptr<const hydro::Spectrum>;

  Made operator()(const JonswapSea& sea) const {
    return std::make_shared<hydro::JonswapSpectrum>(sea.significant_wave_height, sea.peak_period,
                                                    sea.peak_enhancement);
  }
  Made operator()(const PiersonMoskowitzSea& sea) const {
    return (*this)(JonswapSea{sea.significant_wave_height, sea.peak_period, 1.0});
  }
  Made operator()(const TabulatedSea& sea) const {
    return std::make_shared<hydro::TabulatedSpectrum>(sea.omega, sea.density);
  }
  Made operator()(const OchiHubbleSea& sea) const {
    std::vector<hydro::SpectralPeak::Parameters> systems;
    for (const OchiHubbleSystem& system : sea.systems) {
      systems.push_back({system.significant_wave_height, system.peak_period, system.shape, 1.0});
    }
    return std::make_shared<hydro::PeakedSpectrum>(hydro::ochi_hubble_spectrum(systems));
  }
  Made operator()(const TorsethaugenSea& sea) const {
    return std::make_shared<hydro::PeakedSpectrum>(
        hydro::torsethaugen_spectrum(sea.significant_wave_height, sea.peak_period, gravity));
  }
};

int component_count(const WaveOptions& options) {
  return options.component_count == 0 ? kDefaultComponentCount : options.component_count;
}

hydro::DiscretisationOptions discretisation(const WaveOptions& given, std::uint64_t same_seed = 0) {
  hydro::DiscretisationOptions options;
  options.bins = given.discretisation.value_or(hydro::Discretisation::kEqualEnergy);
  options.component_count = component_count(given);
  options.omega_min = given.omega_min;
  options.omega_max = given.omega_max;
  options.seed = static_cast<std::uint64_t>(given.seed);
  options.same_seed_before = same_seed;
  return options;
}

/// Limits the number of components before any is made, since a short description can request
/// billions of directions and components.
void require_within_limit(const WaveOptions& options) {
  const int components = component_count(options);
  const int directions = options.spreading ? options.spreading->direction_count : 1;
  const double count = static_cast<double>(components) * directions;
  require(std::max({count, 1.0 * directions, 1.0 * components}) <= kComponentLimit,
          fmt::format("component_count x spreading.direction_count must be at most {}, got {} x {}",
                      kComponentLimit, components, directions));
}

/// True for a spectrum that has its own directions.
bool is_directional(const SeaSpectrum& spectrum) {
  const auto* table = std::get_if<TabulatedSea>(&spectrum);
  return table != nullptr && !table->directions.empty();
}

/// Returns the spectra of a wave with their directions.
/// @param options options whose spreading is used: those of the wave itself or of the first state
Spectra directed_spectra(const IrregularWave& wave, const WaveOptions& options, double gravity) {
  require_within_limit(options);
  if (is_directional(wave.spectrum)) {
    const auto& table = std::get<TabulatedSea>(wave.spectrum);
    return hydro::directed_spectra({table.omega, table.directions, table.density});
  }
  return {
      {spread(wave.direction, options.spreading), std::visit(SpectrumOf{gravity}, wave.spectrum)}};
}

/// @returns the number of components that the spectra are divided into
double require_within_limit(const Spectra& spectra, const hydro::DiscretisationOptions& options) {
  std::set<std::vector<double>> different;
  for (const auto& directed : spectra) different.insert(directed.directions);
  double directions = 0.0;
  for (const auto& group : different) directions += static_cast<double>(group.size());
  require(options.component_count * directions <= kComponentLimit,
          fmt::format("must have at most {} components, got {} in each of {} directions",
                      kComponentLimit, options.component_count, directions));
  return options.component_count * directions;
}

/// Returns the spectra of each state of a varying wave.
std::vector<Spectra> states_of(const VaryingWave& wave, double gravity) {
  require(!wave.states.empty(), "states must have one entry per time, got 0");
  const WaveOptions& first = wave.states.front().options;
  std::vector<Spectra> states;
  for (std::size_t i = 0; i < wave.states.size(); ++i) {
    const WaveOptions& own = wave.states[i].options;
    require(own == WaveOptions() || own == first,
            fmt::format("states[{}] must have no seed, component_count, omega_min, omega_max, "
                        "discretisation and spreading of its own, those of the first state count",
                        i));
    try {
      states.push_back(directed_spectra(wave.states[i], first, gravity));
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("states[{}]: {}", i, error.what()));
    }
  }
  return states;
}

Spectra spectra_of_all(const std::vector<Spectra>& states) {
  Spectra all;
  for (const Spectra& state : states) all.insert(all.end(), state.begin(), state.end());
  return all;
}

double crest_of(const FocusedWave& wave, const hydro::ConditionedSea& sea) {
  if (wave.height) return sea.level_of_height(*wave.height, wave.in_random_sea);
  if (wave.most_probable) return sea.most_probable(wave.most_probable->duration);
  require(wave.crest.has_value(), "must have one of crest, height, most_probable");
  return *wave.crest;
}

}  // namespace

std::vector<double> spread(double mean, const std::optional<WaveSpreading>& spreading) {
  if (!spreading) return {mean};
  return hydro::spread_directions(mean, spreading->cosine_2s, spreading->direction_count);
}

SystemSpectra spectra_of(const IrregularWave& wave, double gravity) {
  return {directed_spectra(wave, wave.options, gravity), discretisation(wave.options)};
}

SystemSpectra spectra_of(const VaryingWave& wave, double gravity) {
  return {spectra_of_all(states_of(wave, gravity)), discretisation(wave.states.front().options)};
}

Components make_waves(const IrregularWave& wave, std::uint64_t same_seed, double gravity) {
  const auto options = discretisation(wave.options, same_seed);
  const Spectra spectra = directed_spectra(wave, wave.options, gravity);
  require_within_limit(spectra, options);
  return hydro::irregular_waves(spectra, options);
}

hydro::VaryingWaves make_waves(const VaryingWave& wave, std::uint64_t same_seed, double gravity) {
  const std::vector<Spectra> states = states_of(wave, gravity);
  const auto options = discretisation(wave.states.front().options, same_seed);
  const double components = require_within_limit(spectra_of_all(states), options);
  require(components * static_cast<double>(states.size()) <= kVarianceLimit,
          fmt::format("components x states must be at most {:g}, got {} x {}", kVarianceLimit,
                      components, states.size()));
  return hydro::varying_waves(wave.times, states, options);
}

Components make_waves(const WaveComponents& waves) {
  const std::size_t count = waves.omega.size();
  require(count <= std::size_t{kComponentLimit},
          fmt::format("must have at most {} components, got {}", kComponentLimit, count));
  require(waves.amplitude.size() == count,
          fmt::format("must have as many amplitudes as omegas, {}, got {}", count,
                      waves.amplitude.size()));
  const auto optional_size = [&](std::size_t size, const char* name) {
    require(size == 0 || size == count,
            fmt::format("must have as many {} as omegas, {}, got {}", name, count, size));
  };
  optional_size(waves.phases.size(), "phases");
  optional_size(waves.directions.size(), "directions");
  Components components;
  for (std::size_t i = 0; i < count; ++i) {
    components.push_back({waves.omega[i], waves.amplitude[i],
                          waves.phases.empty() ? 0.0 : waves.phases[i],
                          waves.directions.empty() ? 0.0 : waves.directions[i]});
  }
  return components;
}

Components make_waves(const FocusedWave& wave, std::uint64_t same_seed,
                      const hydro::Sea::Water& water) {
  Components random = make_waves(wave.random, same_seed, water.gravity);
  const std::vector<Complex> crests(random.size(), 1.0);
  const hydro::ConditionedSea sea(std::move(random), crests, wave.position, wave.time, water);
  const double crest = crest_of(wave, sea);
  require(std::abs(crest) <= hydro::kHighestWave,
          fmt::format("crest must lie within {:g} m of 0", hydro::kHighestWave),
          fmt::format("{}", crest));
  return sea.reaching(crest, wave.in_random_sea);
}

Components make_waves(const ExtremeWave& wave, std::uint64_t same_seed, double gravity) {
  require(wave.level || wave.most_probable, "must have one of level, most_probable");
  if (wave.components) return make_waves(*wave.components);
  return make_waves(wave.random, same_seed, gravity);
}

hydro::SpreadSpectrum spread_spectrum(std::shared_ptr<const hydro::Spectrum> spectrum, double mean,
                                      const std::optional<WaveSpreading>& spreading) {
  if (!spreading) return {{mean}, {1.0}, std::move(spectrum)};
  return hydro::spread_evenly(std::move(spectrum), mean, spreading->cosine_2s, kSpreadDirections);
}

std::vector<hydro::SpreadSpectrum> stationary_spectra(const IrregularWave& wave, double gravity) {
  WaveOptions long_crested = wave.options;
  long_crested.spreading.reset();
  std::vector<hydro::SpreadSpectrum> all;
  for (hydro::DirectedSpectrum& directed : directed_spectra(wave, long_crested, gravity)) {
    if (wave.options.omega_min || wave.options.omega_max) {
      directed.spectrum = std::make_shared<hydro::BandedSpectrum>(std::move(directed.spectrum),
                                                                  discretisation(wave.options));
    }
    all.push_back(
        spread_spectrum(std::move(directed.spectrum), directed.directions.front(),
                        is_directional(wave.spectrum) ? std::nullopt : wave.options.spreading));
  }
  return all;
}

}  // namespace raftup::solver
