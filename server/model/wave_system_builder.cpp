#include "server/model/wave_system_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/sea/focused_waves.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/spectrum_cut.hpp"
#include "hydro/sea/varying_waves.hpp"
#include "server/model/elevation_builder.hpp"
#include "server/model/regular_wave_builder.hpp"
#include "server/model/shapes.hpp"

namespace raftup::server {

namespace {

using hydro::WaveComponent;
using Components = std::vector<WaveComponent>;

/// Returns the kind of a wave system, for example "regular", or "" if the system has no kind.
std::string kind_of(const v1::WaveSystem& system) {
  const auto* kind = v1::WaveSystem::descriptor()->FindFieldByNumber(system.kind_case());
  return kind == nullptr ? "" : kind->name();
}

/// Calls `make`. An error that it throws becomes a violation at the kind of the wave system.
template <typename Make>
auto made_or_violation(const v1::WaveSystem& system, const std::string& path,
                       FieldViolations& violations, const Make& make) -> decltype(make()) {
  try {
    return make();
  } catch (const Error& error) {
    violations.add(fmt::format("{}.{}", path, kind_of(system)), error.what());
    return decltype(make())();
  }
}

std::vector<double> to_vector(const Numbers& numbers) { return {numbers.begin(), numbers.end()}; }

std::vector<double> to_radians(const Numbers& angles_deg) {
  std::vector<double> angles = to_vector(angles_deg);
  for (double& angle : angles) angle = radians(angle);
  return angles;
}

int component_count(const v1::IrregularWave& wave) {
  return wave.component_count() == 0 ? kDefaultComponentCount : wave.component_count();
}

hydro::DiscretisationOptions discretisation(const v1::IrregularWave& wave) {
  hydro::DiscretisationOptions options;
  options.bins = wave.discretisation() == v1::DISCRETISATION_EQUAL_FREQUENCY
                     ? hydro::Discretisation::kEqualFrequency
                     : hydro::Discretisation::kEqualEnergy;
  options.component_count = component_count(wave);
  if (wave.has_omega_min()) options.omega_min = wave.omega_min();
  if (wave.has_omega_max()) options.omega_max = wave.omega_max();
  options.seed = static_cast<std::uint64_t>(wave.seed());
  return options;
}

std::unique_ptr<hydro::Spectrum> spectrum(const v1::IrregularWave& wave, double gravity) {
  if (wave.has_pierson_moskowitz()) {
    const auto& given = wave.pierson_moskowitz();
    return std::make_unique<hydro::JonswapSpectrum>(given.significant_wave_height(),
                                                    given.peak_period(), 1.0);
  }
  if (wave.has_tabulated()) {
    return std::make_unique<hydro::TabulatedSpectrum>(to_vector(wave.tabulated().omega()),
                                                      to_vector(wave.tabulated().density()));
  }
  if (wave.has_ochi_hubble()) {
    std::vector<hydro::SpectralPeak::Parameters> systems;
    for (const auto& system : wave.ochi_hubble().systems()) {
      systems.push_back(
          {system.significant_wave_height(), system.peak_period(), system.shape(), 1.0});
    }
    return std::make_unique<hydro::PeakedSpectrum>(hydro::ochi_hubble_spectrum(systems));
  }
  if (wave.has_torsethaugen()) {
    const auto& given = wave.torsethaugen();
    return std::make_unique<hydro::PeakedSpectrum>(hydro::torsethaugen_spectrum(
        given.significant_wave_height(), given.peak_period(), gravity));
  }
  const auto& given = wave.jonswap();
  return std::make_unique<hydro::JonswapSpectrum>(
      given.significant_wave_height(), given.peak_period(),
      given.has_peak_enhancement() ? given.peak_enhancement() : kPeakEnhancement);
}

/// Limits the number of components before any is made, since a short message can request billions
/// of directions and components.
void require_within_limit(const v1::IrregularWave& wave) {
  const int directions = wave.has_spreading() ? wave.spreading().direction_count() : 1;
  const double count = static_cast<double>(component_count(wave)) * directions;
  require(std::max({count, 1.0 * directions, 1.0 * component_count(wave)}) <= kComponentLimit,
          fmt::format("component_count x spreading.direction_count must be at most {}, got {} x {}",
                      kComponentLimit, component_count(wave), directions));
}

/// Returns the spectra of a wave with their directions.
/// @param options the wave whose spreading is used: the wave itself or the first state
std::vector<hydro::DirectedSpectrum> directed_spectra(const v1::IrregularWave& wave,
                                                      const v1::IrregularWave& options,
                                                      double gravity) {
  require(wave.spectrum_case() != v1::IrregularWave::SPECTRUM_NOT_SET,
          "must have one of jonswap, pierson_moskowitz, tabulated, ochi_hubble, torsethaugen");
  require_within_limit(options);
  if (wave.has_tabulated() && !wave.tabulated().direction_deg().empty()) {
    return hydro::directed_spectra({to_vector(wave.tabulated().omega()),
                                    to_radians(wave.tabulated().direction_deg()),
                                    to_vector(wave.tabulated().density())});
  }
  return {{spread(radians(wave.direction_deg()),
                  options.has_spreading() ? &options.spreading() : nullptr),
           spectrum(wave, gravity)}};
}

/// @returns the number of components that the spectra are divided into
double require_within_limit(const std::vector<hydro::DirectedSpectrum>& spectra,
                            const hydro::DiscretisationOptions& options) {
  std::set<std::vector<double>> different;
  for (const auto& directed : spectra) different.insert(directed.directions);
  double directions = 0.0;
  for (const auto& group : different) directions += static_cast<double>(group.size());
  require(options.component_count * directions <= kComponentLimit,
          fmt::format("must have at most {} components, got {} in each of {} directions",
                      kComponentLimit, options.component_count, directions));
  return options.component_count * directions;
}

Components irregular(const v1::IrregularWave& wave, std::uint64_t same_seed, double gravity) {
  auto options = discretisation(wave);
  options.same_seed_before = same_seed;
  const auto spectra = directed_spectra(wave, wave, gravity);
  require_within_limit(spectra, options);
  return hydro::irregular_waves(spectra, options);
}

/// Returns the spectra of each state of a varying wave.
std::vector<std::vector<hydro::DirectedSpectrum>> states_of(const v1::VaryingWave& wave,
                                                            double gravity) {
  require(wave.states_size() > 0, "states must have one entry per time, got 0");
  const v1::IrregularWave& first = wave.states(0);
  std::vector<std::vector<hydro::DirectedSpectrum>> states;
  for (int i = 0; i < wave.states_size(); ++i) {
    const std::string own = options_of_state(wave.states(i));
    require(own.empty() || own == options_of_state(first),
            fmt::format("states[{}] must have no seed, component_count, omega_min, omega_max, "
                        "discretisation and spreading of its own, those of the first state count",
                        i));
    try {
      states.push_back(directed_spectra(wave.states(i), first, gravity));
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("states[{}]: {}", i, error.what()));
    }
  }
  return states;
}

std::vector<hydro::DirectedSpectrum> spectra_of_all(
    const std::vector<std::vector<hydro::DirectedSpectrum>>& states) {
  std::vector<hydro::DirectedSpectrum> all;
  for (const auto& state : states) all.insert(all.end(), state.begin(), state.end());
  return all;
}

BuiltWaves varying(const v1::VaryingWave& wave, std::uint64_t same_seed, double gravity) {
  const auto states = states_of(wave, gravity);
  auto options = discretisation(wave.states(0));
  options.same_seed_before = same_seed;
  const double components = require_within_limit(spectra_of_all(states), options);
  require(components * wave.states_size() <= kVarianceLimit,
          fmt::format("components x states must be at most {:g}, got {} x {}", kVarianceLimit,
                      components, wave.states_size()));
  hydro::VaryingWaves waves = hydro::varying_waves(to_vector(wave.time()), states, options);
  return {std::move(waves.components), std::move(waves.history)};
}

Components listed(const v1::WaveComponents& waves) {
  const int count = waves.omega_size();
  require(count <= kComponentLimit,
          fmt::format("must have at most {} components, got {}", kComponentLimit, count));
  require(waves.amplitude_size() == count,
          fmt::format("must have as many amplitudes as omegas, {}, got {}", count,
                      waves.amplitude_size()));
  const auto optional_size = [&](int size, const char* name) {
    require(size == 0 || size == count,
            fmt::format("must have as many {} as omegas, {}, got {}", name, count, size));
  };
  optional_size(waves.phase_deg_size(), "phases");
  optional_size(waves.direction_deg_size(), "directions");
  Components components;
  for (int i = 0; i < count; ++i) {
    components.push_back({waves.omega(i), waves.amplitude(i),
                          waves.phase_deg().empty() ? 0.0 : radians(waves.phase_deg(i)),
                          waves.direction_deg().empty() ? 0.0 : radians(waves.direction_deg(i))});
  }
  return components;
}

/// Returns the random sea of a focused or extreme system, whose fields have the same numbers.
template <typename Conditioned>
v1::IrregularWave random_part(const Conditioned& wave) {
  v1::IrregularWave part;
  part.ParsePartialFromString(wave.SerializeAsString());
  part.DiscardUnknownFields();
  return part;
}

/// Returns the random sea of a system, or nothing if it does not have exactly one spectrum.
std::optional<v1::IrregularWave> random_part_of(const v1::WaveSystem& system) {
  if (system.has_irregular()) return system.irregular();
  if (system.has_focused()) return random_part(system.focused());
  if (system.has_extreme_response()) return random_part(system.extreme_response());
  return std::nullopt;
}

/// Returns the seed of a system, or nothing if the system has no random phases.
std::optional<std::int64_t> seed_of(const v1::WaveSystem& system) {
  if (const auto random = random_part_of(system)) return random->seed();
  if (system.has_elevation() && system.elevation().has_spreading())
    return system.elevation().seed();
  if (system.has_varying() && system.varying().states_size() > 0) {
    return system.varying().states(0).seed();
  }
  return std::nullopt;
}

Components focused(const v1::FocusedWave& wave, std::uint64_t same_seed,
                   const hydro::Sea::Water& water) {
  require(wave.position().empty() || wave.position_size() == 2,
          "position must have 2 values, x and y", std::to_string(wave.position_size()));
  const Vector2 position =
      wave.position().empty() ? Vector2::Zero() : Vector2(wave.position(0), wave.position(1));
  Components random = irregular(random_part(wave), same_seed, water.gravity);
  const std::vector<Complex> crests(random.size(), 1.0);
  const hydro::ConditionedSea sea(std::move(random), crests, position, wave.time(), water);
  double crest = wave.crest();
  switch (wave.target_case()) {
    case v1::FocusedWave::kCrest:
      break;
    case v1::FocusedWave::kHeight:
      crest = sea.level_of_height(wave.height(), wave.in_random_sea());
      break;
    case v1::FocusedWave::kMostProbable:
      crest = sea.most_probable(wave.most_probable().duration());
      break;
    case v1::FocusedWave::TARGET_NOT_SET:
      throw Error(ErrorCode::kInvalidArgument, "must have one of crest, height, most_probable");
  }
  require(std::abs(crest) <= hydro::kHighestWave,
          fmt::format("crest must lie within {:g} m of 0", hydro::kHighestWave),
          fmt::format("{}", crest));
  return sea.reaching(crest, wave.in_random_sea());
}

/// Returns the components that find_extremes() has found, or those of the random sea before that.
Components extreme(const v1::ExtremeResponseWave& wave, std::uint64_t same_seed,
                   const hydro::Sea::Water& water) {
  require(wave.target_case() != v1::ExtremeResponseWave::TARGET_NOT_SET,
          "must have one of level, most_probable");
  if (wave.has_components()) return listed(wave.components());
  return irregular(random_part(wave), same_seed, water.gravity);
}

}  // namespace

std::vector<double> spread(double mean, const v1::Spreading* spreading) {
  if (spreading == nullptr) return {mean};
  return hydro::spread_directions(mean, spreading->cosine_2s(), spreading->direction_count());
}

std::optional<SystemSpectra> spectra_of(const v1::WaveSystem& system, double gravity) {
  if (const auto wave = random_part_of(system)) {
    return SystemSpectra{directed_spectra(*wave, *wave, gravity), discretisation(*wave)};
  }
  if (!system.has_varying()) return std::nullopt;
  return SystemSpectra{spectra_of_all(states_of(system.varying(), gravity)),
                       discretisation(system.varying().states(0))};
}

std::uint64_t same_seed_before(const v1::Sea& sea, int system) {
  const std::optional<std::int64_t> seed = seed_of(sea.waves(system));
  std::uint64_t count = 0;
  for (int i = 0; seed && i < system; ++i) count += seed_of(sea.waves(i)) == seed ? 1 : 0;
  return count;
}

namespace {

BuiltWaves waves_of(const v1::WaveSystem& system, std::uint64_t same_seed,
                    const hydro::Sea::Water& water) {
  switch (system.kind_case()) {
    case v1::WaveSystem::kRegular:
      return {{regular_component(system.regular(), water)}, {}};
    case v1::WaveSystem::kIrregular:
      return {irregular(system.irregular(), same_seed, water.gravity), {}};
    case v1::WaveSystem::kComponents:
      return {listed(system.components()), {}};
    case v1::WaveSystem::kVarying:
      return varying(system.varying(), same_seed, water.gravity);
    case v1::WaveSystem::kElevation:
      return {elevation_waves(system.elevation(), same_seed, water), {}};
    case v1::WaveSystem::kFocused:
      return {focused(system.focused(), same_seed, water), {}};
    case v1::WaveSystem::kExtremeResponse:
      return {extreme(system.extreme_response(), same_seed, water), {}};
    case v1::WaveSystem::KIND_NOT_SET:
      break;
  }
  return {};
}

}  // namespace

BuiltWaves build_wave_system(const v1::WaveSystem& system, std::uint64_t same_seed,
                             const std::string& path, const hydro::Sea::Water& water,
                             FieldViolations& violations) {
  if (kind_of(system).empty()) {
    violations.add(path,
                   "must have one of regular, irregular, components, varying, elevation, focused, "
                   "extreme_response");
    return {};
  }
  return made_or_violation(system, path, violations,
                           [&] { return waves_of(system, same_seed, water); });
}

namespace {

constexpr int kSpreadDirections = 72;

void add_spectra(const v1::IrregularWave& wave, double gravity, hydro::StationarySea& sea) {
  const bool directional = wave.has_tabulated() && !wave.tabulated().direction_deg().empty();
  v1::IrregularWave long_crested = wave;
  long_crested.clear_spreading();
  for (hydro::DirectedSpectrum& directed : directed_spectra(wave, long_crested, gravity)) {
    if (wave.has_omega_min() || wave.has_omega_max()) {
      directed.spectrum = std::make_shared<hydro::BandedSpectrum>(std::move(directed.spectrum),
                                                                  discretisation(wave));
    }
    if (wave.has_spreading() && !directional) {
      sea.spectra.push_back(hydro::spread_evenly(std::move(directed.spectrum),
                                                 directed.directions.front(),
                                                 wave.spreading().cosine_2s(), kSpreadDirections));
    } else {
      sea.spectra.push_back({std::move(directed.directions), {1.0}, std::move(directed.spectrum)});
    }
  }
}

void add_record(const v1::ElevationSeries& series, hydro::StationarySea& sea) {
  auto spectrum = elevation_spectrum(series);
  const double direction = radians(series.direction_deg());
  if (series.has_spreading()) {
    sea.spectra.push_back(hydro::spread_evenly(std::move(spectrum), direction,
                                               series.spreading().cosine_2s(), kSpreadDirections));
  } else {
    sea.spectra.push_back({{direction}, {1.0}, std::move(spectrum)});
  }
}

}  // namespace

void add_stationary_waves(const v1::WaveSystem& system, const std::string& path,
                          const hydro::Sea::Water& water, hydro::StationarySea& sea,
                          FieldViolations& violations) {
  if (kind_of(system).empty()) {
    return violations.add(path,
                          "must have one of regular, irregular, components, elevation, focused, "
                          "extreme_response");
  }
  if (system.has_varying()) {
    return violations.add(path + ".varying",
                          "must not change with time where statistics are wanted");
  }
  made_or_violation(system, path, violations, [&] {
    if (const auto random = random_part_of(system)) return add_spectra(*random, water.gravity, sea);
    if (system.has_elevation()) return add_record(system.elevation(), sea);
    const Components waves = system.has_regular()
                                 ? Components{regular_component(system.regular(), water)}
                                 : listed(system.components());
    sea.harmonics.insert(sea.harmonics.end(), waves.begin(), waves.end());
  });
}

}  // namespace raftup::server
