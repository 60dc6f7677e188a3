#include "solver/water/sea/described_sea.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

#include "hydro/base/error.hpp"
#include "solver/water/sea/recorded_waves.hpp"
#include "solver/water/sea/regular_waves.hpp"
#include "solver/water/sea/sea_cut.hpp"
#include "solver/water/sea/sea_rules.hpp"
#include "solver/water/sea/wave_making.hpp"

namespace raftup::solver {

namespace {

std::string_view kind_of(const WaveSystem& system) {
  return std::visit([](const auto& waves) { return waves.kKind; }, system.kind);
}

std::string path_of(const std::string& sea, std::size_t system) {
  return fmt::format("{}.waves[{}]", sea, system);
}

void add(const Violation& broken, Violations& violations) {
  violations.require(false, broken.path, broken.rule, broken.value);
}

/// Calls `make`. An error that it throws becomes a violation.
template <typename Make>
void made_or_violation(const std::string& path, Violations& violations, const Make& make) {
  try {
    make();
  } catch (const Error& error) {
    add({path, error.what(), ""}, violations);
  }
}

/// The random waves of a system; null if it does not have exactly one spectrum.
const IrregularWave* random_waves(const WaveSystem& system) {
  if (const auto* irregular = std::get_if<IrregularWave>(&system.kind)) return irregular;
  if (const auto* focused = std::get_if<FocusedWave>(&system.kind)) return &focused->random;
  if (const auto* extreme = std::get_if<ExtremeWave>(&system.kind)) return &extreme->random;
  return nullptr;
}

/// The spectra of a system; none if it is not described by spectra.
/// @throws Error(kInvalidArgument) with the name of the invalid field
std::optional<SystemSpectra> spectra_of(const WaveSystem& system, double gravity) {
  if (!system.valid) return std::nullopt;
  if (const auto* varying = std::get_if<VaryingWave>(&system.kind)) {
    return solver::spectra_of(*varying, gravity);
  }
  if (const IrregularWave* random = random_waves(system)) {
    return solver::spectra_of(*random, gravity);
  }
  return std::nullopt;
}

/// The seed of a system; none if the system has no random phases.
std::optional<std::int64_t> seed_of(const WaveSystem& system) {
  if (const IrregularWave* random = random_waves(system)) return random->options.seed;
  if (const auto* series = std::get_if<ElevationSeries>(&system.kind)) {
    return series->spreading ? std::optional(series->seed) : std::nullopt;
  }
  const auto* varying = std::get_if<VaryingWave>(&system.kind);
  if (varying == nullptr || varying->states.empty()) return std::nullopt;
  return varying->states.front().options.seed;
}

/// Number of earlier wave systems with the same seed; 0 for a system without a seed. As many phases
/// of each random sequence are skipped, so that no two systems have the same phases.
std::uint64_t same_seed_before(const SeaDescription& sea, std::size_t system) {
  const std::optional<std::int64_t> seed = seed_of(sea.waves[system]);
  std::uint64_t count = 0;
  for (std::size_t i = 0; seed && i < system; ++i) count += seed_of(sea.waves[i]) == seed ? 1 : 0;
  return count;
}

/// Makes the components of each kind of wave system.
struct MakeWaves {
  std::uint64_t same_seed;
  const hydro::Sea::Water& water;

  hydro::VaryingWaves operator()(const RegularWave& wave) const {
    return {{make_wave(wave, water)}, {}};
  }
  hydro::VaryingWaves operator()(const IrregularWave& wave) const {
    return {make_waves(wave, same_seed, water.gravity), {}};
  }
  hydro::VaryingWaves operator()(const WaveComponents& waves) const {
    return {make_waves(waves), {}};
  }
  hydro::VaryingWaves operator()(const VaryingWave& wave) const {
    return make_waves(wave, same_seed, water.gravity);
  }
  hydro::VaryingWaves operator()(const ElevationSeries& series) const {
    return {make_waves(series, same_seed, water), {}};
  }
  hydro::VaryingWaves operator()(const FocusedWave& wave) const {
    return {make_waves(wave, same_seed, water), {}};
  }
  hydro::VaryingWaves operator()(const ExtremeWave& wave) const {
    return {make_waves(wave, same_seed, water.gravity), {}};
  }
};

/// The sea that consists of one system of another sea; none if it breaks a rule, which was reported
/// when that sea was made.
std::optional<hydro::Sea> make_alone(const SeaDescription& sea, std::size_t system,
                                     const hydro::Sea::Water& water) {
  try {
    return hydro::Sea(make_system(sea, system, water).components, water, 0.0);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// The components of all systems of a sea, and the histories of those that vary.
struct AllWaves {
  std::vector<hydro::WaveComponent> components;
  std::vector<hydro::VarianceHistory> histories;
};

/// Makes the components of all systems. If there are too many, a violation is added and the rest is
/// left out.
AllWaves all_waves(const SeaDescription& sea, const hydro::Sea::Water& water,
                   const std::string& path, Violations& violations) {
  AllWaves all;
  for (std::size_t i = 0; i < sea.waves.size() && all.components.size() <= kSeaComponentLimit;
       ++i) {
    const std::string at = fmt::format("{}.{}", path_of(path, i), kind_of(sea.waves[i]));
    made_or_violation(at, violations, [&] {
      hydro::VaryingWaves more = make_system(sea, i, water);
      if (!more.history.times.empty()) {
        more.history.first = all.components.size();
        all.histories.push_back(std::move(more.history));
      }
      all.components.insert(all.components.end(), more.components.begin(), more.components.end());
    });
    violations.require(
        all.components.size() <= kSeaComponentLimit, path_of(path, i),
        fmt::format("must leave the sea with at most {} components in all", kSeaComponentLimit),
        std::to_string(all.components.size()));
  }
  return all;
}

/// Adds the stationary part of one system.
/// @throws Error(kInvalidArgument) with the name of the invalid field
void add_stationary(const WaveSystem& system, const hydro::Sea::Water& water,
                    hydro::StationarySea& sea) {
  if (const IrregularWave* random = random_waves(system)) {
    for (auto& spectrum : stationary_spectra(*random, water.gravity)) {
      sea.spectra.push_back(std::move(spectrum));
    }
  } else if (const auto* series = std::get_if<ElevationSeries>(&system.kind)) {
    sea.spectra.push_back(
        spread_spectrum(elevation_spectrum(*series), series->direction, series->spreading));
  } else {
    for (const hydro::WaveComponent& wave :
         std::visit(MakeWaves{0, water}, system.kind).components) {
      sea.harmonics.push_back(wave);
    }
  }
}

}  // namespace

hydro::VaryingWaves make_system(const SeaDescription& sea, std::size_t system,
                                const hydro::Sea::Water& water) {
  if (!sea.waves[system].valid) return {};
  return std::visit(MakeWaves{same_seed_before(sea, system), water}, sea.waves[system].kind);
}

std::optional<hydro::Sea> make_sea(const SeaDescription& sea, const hydro::Sea::Water& water,
                                   const std::string& path, Violations& violations) {
  AllWaves all = all_waves(sea, water, path, violations);
  Violations broken;
  check_sea(sea, water.current, path, broken);
  for (const Violation& rule : broken.list()) add(rule, violations);
  const std::size_t count = all.components.size();
  if (!broken.empty() || count == 0 || count > kSeaComponentLimit) return std::nullopt;
  std::optional<hydro::Sea> made;
  if (const RegularWave* const steep = steep_wave_of(sea)) {
    made_or_violation(path_of(path, 0) + ".regular", violations,
                      [&] { made = steep_sea(*steep, water, sea.ramp_duration); });
  } else {
    made_or_violation(path + ".waves", violations, [&] {
      made.emplace(std::move(all.components), water, sea.ramp_duration, std::move(all.histories));
    });
  }
  if (made) made_or_violation(path + ".order", violations, [&] { bind_waves(sea, *made); });
  return made;
}

hydro::StationarySea make_stationary_sea(const SeaDescription& sea, const hydro::Sea::Water& water,
                                         const std::string& path, Violations& violations) {
  hydro::StationarySea made;
  for (std::size_t i = 0; i < sea.waves.size(); ++i) {
    const std::string at = fmt::format("{}.{}", path_of(path, i), kind_of(sea.waves[i]));
    if (!sea.waves[i].valid) continue;
    const bool varies = std::holds_alternative<VaryingWave>(sea.waves[i].kind);
    violations.require(!varies, at, "must not change with time where statistics are wanted", "");
    if (varies) continue;
    made_or_violation(at, violations, [&] { add_stationary(sea.waves[i], water, made); });
  }
  return made;
}

void check_within_data(const SeaDescription& sea, const Model& model, const std::string& path,
                       Violations& violations) {
  if (!model.sea || !find_outside_data(*model.sea, model)) return;
  for (std::size_t i = 0; i < sea.waves.size(); ++i) {
    const std::string at = fmt::format("{}.{}", path_of(path, i), kind_of(sea.waves[i]));
    const std::optional<hydro::Sea> alone = make_alone(sea, i, model.sea->water());
    if (!alone) continue;
    const auto spectra = spectra_of(sea.waves[i], model.gravity);
    const auto beyond = spectra ? find_beyond_data(*spectra, *alone, model) : std::nullopt;
    if (beyond) {
      const bool varies = std::holds_alternative<VaryingWave>(sea.waves[i].kind);
      const std::string field = at + (varies ? ".states[0].omega_max" : ".omega_max");
      add(beyond_data_violation(*spectra, *beyond, at, field), violations);
    } else if (const auto reason = find_outside_data(*alone, model)) {
      const bool recorded = std::holds_alternative<ElevationSeries>(sea.waves[i].kind);
      const bool too_fast = recorded && reason->find("].omega") != std::string::npos;
      violations.require(false, too_fast ? at + ".omega_max" : at, *reason, "");
    }
  }
}

std::vector<std::optional<double>> find_data_ends(const SeaDescription& sea, const Model& model) {
  std::vector<std::optional<double>> ends(sea.waves.size());
  if (!model.sea || !goes_beyond_data(*model.sea, model)) return ends;
  for (std::size_t i = 0; i < sea.waves.size(); ++i) {
    const std::optional<hydro::Sea> alone = make_alone(sea, i, model.sea->water());
    if (!alone) continue;
    const auto spectra = spectra_of(sea.waves[i], model.gravity);
    if (!spectra || spectra->options.omega_max) continue;
    const auto beyond = find_beyond_data(*spectra, *alone, model);
    if (beyond && beyond->may_be_cut()) ends[i] = beyond->omega_max;
  }
  return ends;
}

Findings find_cuts(const SeaDescription& sea, double gravity, const std::string& path) {
  Findings findings;
  for (std::size_t i = 0; i < sea.waves.size(); ++i) {
    const auto spectra = spectra_of(sea.waves[i], gravity);
    if (!spectra) continue;
    if (auto cut = find_cut(*spectra, path_of(path, i))) findings.push_back(std::move(*cut));
  }
  return findings;
}

}  // namespace raftup::solver
