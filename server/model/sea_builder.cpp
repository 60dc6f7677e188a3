#include "server/model/sea_builder.hpp"

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "hydro/error.hpp"
#include "hydro/excitation/body_excitation.hpp"
#include "hydro/sea/peaked_spectra.hpp"
#include "hydro/sea/spreading.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "server/model/shapes.hpp"

namespace raftup::server {

namespace {

using hydro::WaveComponent;
using Components = std::vector<WaveComponent>;

constexpr int kComponentCount = 512;
constexpr int kComponentLimit = 100000;  ///< of one wave system
constexpr double kPeakEnhancement = 3.3;

std::string system_path(int index) { return fmt::format("environment.sea.waves[{}]", index); }

/// What hydro refuses becomes a violation of `path`.
Components components_or_violation(const std::string& path, Violations& violations,
                                   const std::function<Components()>& make) {
  try {
    return make();
  } catch (const Error& error) {
    violations.add(path, error.what());
    return {};
  }
}

Components regular(const v1::RegularWave& wave) {
  return {hydro::regular_wave(wave.amplitude(), wave.period(), radians(wave.direction_deg()),
                              radians(wave.phase_deg()))};
}

std::vector<double> to_vector(const Numbers& numbers) { return {numbers.begin(), numbers.end()}; }

std::vector<double> to_radians(const Numbers& angles_deg) {
  std::vector<double> angles = to_vector(angles_deg);
  for (double& angle : angles) angle = radians(angle);
  return angles;
}

hydro::DiscretisationOptions discretisation(const v1::IrregularWave& wave) {
  hydro::DiscretisationOptions options;
  options.bins = wave.discretisation() == v1::DISCRETISATION_EQUAL_FREQUENCY
                     ? hydro::Discretisation::kEqualFrequency
                     : hydro::Discretisation::kEqualEnergy;
  options.component_count = wave.component_count() == 0 ? kComponentCount : wave.component_count();
  if (wave.has_omega_min()) options.omega_min = wave.omega_min();
  if (wave.has_omega_max()) options.omega_max = wave.omega_max();
  options.seed = static_cast<std::uint64_t>(wave.seed());
  return options;
}

std::vector<double> directions(const v1::IrregularWave& wave) {
  const double mean = radians(wave.direction_deg());
  if (!wave.has_spreading()) return {mean};
  return hydro::spread_directions(mean, wave.spreading().cosine_2s(),
                                  wave.spreading().direction_count());
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

Components irregular(const v1::IrregularWave& wave, double gravity) {
  require(wave.spectrum_case() != v1::IrregularWave::SPECTRUM_NOT_SET,
          "must have one of jonswap, pierson_moskowitz, tabulated, ochi_hubble, torsethaugen");
  const auto options = discretisation(wave);
  const std::vector<double> towards = directions(wave);
  require(static_cast<double>(options.component_count) * static_cast<double>(towards.size()) <=
              kComponentLimit,
          fmt::format("must have at most {} components", kComponentLimit));
  if (wave.has_tabulated() && !wave.tabulated().direction_deg().empty()) {
    return hydro::irregular_waves(
        hydro::DirectionalSpectrum{to_vector(wave.tabulated().omega()),
                                   to_radians(wave.tabulated().direction_deg()),
                                   to_vector(wave.tabulated().density())},
        options);
  }
  return hydro::irregular_waves(*spectrum(wave, gravity), towards, options);
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

Components wave_system(const v1::WaveSystem& system, const std::string& path, double gravity,
                       Violations& violations) {
  switch (system.kind_case()) {
    case v1::WaveSystem::kRegular:
      return components_or_violation(path + ".regular", violations,
                                     [&] { return regular(system.regular()); });
    case v1::WaveSystem::kIrregular:
      return components_or_violation(path + ".irregular", violations,
                                     [&] { return irregular(system.irregular(), gravity); });
    case v1::WaveSystem::kComponents:
      return components_or_violation(path + ".components", violations,
                                     [&] { return listed(system.components()); });
    case v1::WaveSystem::kElevation:
      violations.add(path + ".elevation", kNotInThisVersion);
      return {};
    case v1::WaveSystem::kVarying:
      violations.add(path + ".varying", kNotInThisVersion);
      return {};
    case v1::WaveSystem::KIND_NOT_SET:
      violations.add(path, "must have one of regular, irregular, components");
      return {};
  }
  return {};
}

/// @throws Error(kInvalidArgument) where a component lies outside the group's database
void require_within_data(const hydro::Sea& sea, const solver::HydrodynamicGroup& group) {
  for (Eigen::Index body = 0; body < group.database->body_count(); ++body) {
    hydro::BodyExcitation(*group.database, body, sea, group.heading);
  }
}

}  // namespace

std::optional<hydro::Sea> build_sea(const v1::Sea& sea, double water_depth, double gravity,
                                    Violations& violations) {
  Components components;
  for (int i = 0; i < sea.waves_size(); ++i) {
    const auto more = wave_system(sea.waves(i), system_path(i), gravity, violations);
    components.insert(components.end(), more.begin(), more.end());
  }
  if (!violations.expect(sea.ramp_duration() >= 0.0, "environment.sea.ramp_duration",
                         "must not be negative", fmt::format("{}", sea.ramp_duration()))) {
    return std::nullopt;
  }
  if (components.empty()) return std::nullopt;
  try {
    return hydro::Sea(std::move(components), water_depth, gravity, sea.ramp_duration());
  } catch (const Error& error) {
    violations.add("environment.sea.waves", error.what());
    return std::nullopt;
  }
}

void check_waves_within_data(const v1::Sea& sea, const solver::Model& model,
                             Violations& violations) {
  if (!model.sea) return;
  for (int i = 0; i < sea.waves_size(); ++i) {
    const v1::WaveSystem& system = sea.waves(i);
    const auto* kind = v1::WaveSystem::GetDescriptor()->FindFieldByNumber(system.kind_case());
    const std::string path = system_path(i) + "." + kind->name();
    try {
      const hydro::Sea alone(wave_system(system, system_path(i), model.gravity, violations),
                             model.water_depth, model.gravity, 0.0);
      for (const auto& group : model.hydrodynamics) {
        if (group.database && group.excitation_enabled) require_within_data(alone, group);
      }
    } catch (const Error& error) {
      violations.add(path, error.what());
    }
  }
}

void complete_sea(v1::Sea& sea) {
  for (auto& system : *sea.mutable_waves()) {
    if (!system.has_irregular()) continue;
    auto& wave = *system.mutable_irregular();
    if (wave.has_jonswap() && !wave.jonswap().has_peak_enhancement()) {
      wave.mutable_jonswap()->set_peak_enhancement(kPeakEnhancement);
    }
    if (wave.component_count() == 0) wave.set_component_count(kComponentCount);
    if (wave.discretisation() == v1::DISCRETISATION_UNSPECIFIED) {
      wave.set_discretisation(v1::DISCRETISATION_EQUAL_ENERGY);
    }
  }
}

}  // namespace raftup::server
