#include "server/model/sea_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/excitation/body_excitation.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/bound_waves.hpp"
#include "hydro/sea/spectrum_cut.hpp"
#include "server/model/regular_wave_builder.hpp"
#include "server/model/shapes.hpp"
#include "server/model/wave_system_builder.hpp"

namespace raftup::server {

namespace {

std::string system_path(int index) { return fmt::format("environment.sea.waves[{}]", index); }

/// Returns the error of the first component that lies outside the database of a group, or nothing.
std::optional<std::string> beyond_data(const hydro::Sea& sea, const solver::Model& model) {
  try {
    for (const solver::HydrodynamicGroup& group : model.hydrodynamics) {
      if (!group.database || !group.excitation_enabled) continue;
      for (Eigen::Index body = 0; body < group.database->body_count(); ++body) {
        hydro::check_within_data(*group.database, body, sea, group.heading);
      }
    }
  } catch (const Error& error) {
    return error.what();
  }
  return std::nullopt;
}

/// True if the steep wave of a sea has the sea and the water to itself.
bool is_alone(const v1::Sea& sea, int steep, const hydro::Sea::Water& water,
              FieldViolations& violations) {
  const std::string path = system_path(steep) + ".regular.theory";
  const std::string theory = v1::WaveTheory_Name(sea.waves(steep).regular().theory());
  const bool alone = violations.expect(
      sea.waves_size() == 1, path,
      "must be airy beside other waves: waves of finite height do not add up", theory);
  return violations.expect(water.current.is_still(), path,
                           "must be airy where environment.current is not 0", theory) &&
         alone;
}

/// The sea of a steep wave that is alone in it.
std::optional<hydro::Sea> steep_sea(const v1::Sea& sea, const hydro::Sea::Water& water,
                                    FieldViolations& violations) {
  const v1::RegularWave& wave = sea.waves(0).regular();
  try {
    return hydro::Sea(steep_wave(wave, water), radians(wave.direction_deg()),
                      radians(wave.phase_deg()), water, sea.ramp_duration());
  } catch (const Error& error) {
    violations.add(system_path(0) + ".regular", error.what());
    return std::nullopt;
  }
}

/// Adds the bound waves of a sea of second order.
void bind_waves(const v1::Sea& message, hydro::Sea& sea, FieldViolations& violations) {
  const std::string path = "environment.sea.order";
  for (const v1::WaveSystem& system : message.waves()) {
    violations.expect(!system.has_elevation(), path,
                      "must be first where waves are recorded: a record holds its bound waves",
                      "SEA_ORDER_SECOND");
    violations.expect(!system.has_regular() || !is_steep(system.regular()), path,
                      "must be first where a wave has a theory of its own", "SEA_ORDER_SECOND");
  }
  if (!violations.expect(sea.water().current.is_still(), path,
                         "must be first where environment.current is not 0", "SEA_ORDER_SECOND")) {
    return;
  }
  hydro::BoundWaveOptions options;
  if (message.has_sum_cutoff()) options.sum_cutoff = message.sum_cutoff();
  if (message.has_difference_cutoff()) options.difference_cutoff = message.difference_cutoff();
  try {
    if (sea.steep_wave() == nullptr) sea.bind_waves(options);
  } catch (const Error& error) {
    violations.add(path, error.what());
  }
}

/// That cutoffs are given to a sea of second order alone.
void check_cutoffs(const v1::Sea& sea, FieldViolations& violations) {
  if (sea.order() == v1::SEA_ORDER_SECOND) return;
  violations.expect(!sea.has_sum_cutoff(), "environment.sea.sum_cutoff",
                    "must be omitted unless order is second", fmt::format("{}", sea.sum_cutoff()));
  violations.expect(!sea.has_difference_cutoff(), "environment.sea.difference_cutoff",
                    "must be omitted unless order is second",
                    fmt::format("{}", sea.difference_cutoff()));
}

/// The sea of its components, or of its only wave if that is steep; `all` are the components.
std::optional<hydro::Sea> sea_of(const v1::Sea& message, BuiltWaves all,
                                 std::vector<hydro::VarianceHistory> histories,
                                 const hydro::Sea::Water& water, FieldViolations& violations) {
  for (int i = 0; i < message.waves_size(); ++i) {
    if (!message.waves(i).has_regular() || !is_steep(message.waves(i).regular())) continue;
    if (!is_alone(message, i, water, violations)) return std::nullopt;
    return steep_sea(message, water, violations);
  }
  try {
    return hydro::Sea(std::move(all.components), water, message.ramp_duration(),
                      std::move(histories));
  } catch (const Error& error) {
    violations.add("environment.sea.waves", error.what());
    return std::nullopt;
  }
}

}  // namespace

hydro::Current build_current(const v1::Current& current, FieldViolations& violations) {
  const std::string path = "environment.current";
  const int count = current.speed_size();
  const int expected = current.depth().empty() ? 1 : current.depth_size();
  bool whole = violations.expect(count == expected, path + ".speed",
                                 fmt::format("must have one entry per depth, {}", expected),
                                 std::to_string(count));
  whole = violations.expect(current.direction_deg_size() == count, path + ".direction_deg",
                            fmt::format("must have as many entries as speed, {}", count),
                            std::to_string(current.direction_deg_size())) &&
          whole;
  if (!whole) return {};
  std::vector<Vector2> velocity;
  for (int i = 0; i < count; ++i) {
    violations.expect(current.speed(i) >= 0.0 && current.speed(i) <= hydro::kFastestCurrent,
                      fmt::format("{}.speed[{}]", path, i),
                      fmt::format("must lie within 0 to {} m/s", hydro::kFastestCurrent),
                      fmt::format("{}", current.speed(i)));
    const auto [sine, cosine] = sincos(radians(current.direction_deg(i)));
    velocity.emplace_back(current.speed(i) * cosine, current.speed(i) * sine);
  }
  try {
    return {{current.depth().begin(), current.depth().end()}, std::move(velocity)};
  } catch (const Error& error) {
    violations.add(path + ".depth", error.what());
    return {};
  }
}

std::optional<hydro::Sea> build_sea(const v1::Sea& sea, const hydro::Sea::Water& water,
                                    FieldViolations& violations) {
  BuiltWaves all;
  std::vector<hydro::VarianceHistory> histories;
  for (int i = 0; i < sea.waves_size(); ++i) {
    BuiltWaves more = build_wave_system(sea.waves(i), same_seed_before(sea, i), system_path(i),
                                        water, violations);
    if (more.history) {
      more.history->first = all.components.size();
      histories.push_back(std::move(*more.history));
    }
    all.components.insert(all.components.end(), more.components.begin(), more.components.end());
    if (!violations.expect(
            all.components.size() <= kSeaComponentLimit, system_path(i),
            fmt::format("must leave the sea with at most {} components in all", kSeaComponentLimit),
            std::to_string(all.components.size()))) {
      return std::nullopt;
    }
  }
  if (!violations.expect(sea.ramp_duration() >= 0.0, "environment.sea.ramp_duration",
                         "must not be negative", fmt::format("{}", sea.ramp_duration()))) {
    return std::nullopt;
  }
  check_cutoffs(sea, violations);
  if (all.components.empty()) return std::nullopt;
  std::optional<hydro::Sea> built =
      sea_of(sea, std::move(all), std::move(histories), water, violations);
  if (built && sea.order() == v1::SEA_ORDER_SECOND) bind_waves(sea, *built, violations);
  return built;
}

hydro::StationarySea build_stationary_sea(const v1::Sea& sea, const std::string& path,
                                          const hydro::Sea::Water& water,
                                          FieldViolations& violations) {
  hydro::StationarySea built;
  for (int i = 0; i < sea.waves_size(); ++i) {
    add_stationary_waves(sea.waves(i), fmt::format("{}.waves[{}]", path, i), water, built,
                         violations);
  }
  return built;
}

void check_waves_within_data(const v1::Sea& sea, const solver::Model& model,
                             FieldViolations& violations) {
  if (!model.sea || !beyond_data(*model.sea, model)) return;
  for (int i = 0; i < sea.waves_size(); ++i) {
    const v1::WaveSystem& system = sea.waves(i);
    if (system.kind_case() == v1::WaveSystem::KIND_NOT_SET) continue;
    const auto* kind = v1::WaveSystem::GetDescriptor()->FindFieldByNumber(system.kind_case());
    const std::string path = system_path(i) + "." + kind->name();
    const hydro::Sea alone(build_wave_system(system, same_seed_before(sea, i), system_path(i),
                                             model.sea->water(), violations)
                               .components,
                           model.sea->water(), 0.0);
    if (const auto beyond = find_beyond_data(system, alone, model)) {
      const solver::Violation violation = beyond_data_violation(system, *beyond, path);
      violations.add(violation.path, violation.rule, violation.value);
    } else if (const auto reason = beyond_data(alone, model)) {
      const bool too_fast = system.has_elevation() && reason->find("].omega") != std::string::npos;
      violations.add(too_fast ? path + ".omega_max" : path, *reason);
    }
  }
}

void complete_sea(v1::Sea& sea) {
  for (auto& system : *sea.mutable_waves()) complete_wave_system(system);
}

namespace {

constexpr double kCutShare = 0.01;  ///< share of the variance that may be cut by default
/// Share of the variance above omega_max that is a warning.
constexpr double kNotableShare = 0.05;
constexpr double kTolerance = 1.0 + 1e-9;  ///< for frequencies written with four decimals

double last_filed(const solver::HydrodynamicGroup& group) {
  return group.database->omega[group.database->omega.size() - 1];
}

/// Returns the group with the lowest last frequency among the groups with excitation whose data end
/// below the highest frequency of the sea.
std::optional<std::size_t> first_to_end(const hydro::Sea& sea, const solver::Model& model) {
  if (sea.components().empty()) return std::nullopt;
  const double highest = sea.intrinsic_omegas().maxCoeff();
  std::optional<std::size_t> first;
  for (std::size_t g = 0; g < model.hydrodynamics.size(); ++g) {
    const solver::HydrodynamicGroup& group = model.hydrodynamics[g];
    if (!group.database || !group.excitation_enabled || group.database->omega.size() == 0) continue;
    if (highest <= last_filed(group) * (1.0 + hydro::kSameFrequency)) continue;
    if (!first || last_filed(group) < last_filed(model.hydrodynamics[*first])) first = g;
  }
  return first;
}

/// Returns the largest share of a spectrum's variance that its components above a frequency
/// contain.
double largest_share(const SystemSpectra& system, double omega) {
  double largest = 0.0;
  for (const hydro::DirectedSpectrum& directed : system.spectra) {
    largest = std::max(largest,
                       hydro::share_of_components_above(*directed.spectrum, system.options, omega));
  }
  return largest;
}

/// Returns the lowest of the frequencies [rad/s, world frame] that belong to the last frequency of
/// a database, over the directions of a sea's waves.
double last_in_world(double last_filed, const hydro::Sea& sea) {
  std::set<double> directions;
  for (const hydro::WaveComponent& wave : sea.components()) directions.insert(wave.direction);
  double least = std::numeric_limits<double>::infinity();
  for (const double direction : directions) {
    least = std::min(least, hydro::omega_in_world(last_filed, direction, sea.water()));
  }
  return least;
}

/// Returns the share of a system's variance, of all spectra together, above a frequency [rad/s].
double share_of_all_above(const SystemSpectra& system, double omega) {
  double above = 0.0, all = 0.0;
  for (const hydro::DirectedSpectrum& directed : system.spectra) {
    const double energy = directed.spectrum->energy();
    above += energy * hydro::share_above(*directed.spectrum, omega);
    all += energy;
  }
  return all > 0.0 ? above / all : 0.0;
}

/// Rounds a frequency [rad/s] to four decimals, such that the result does not exceed it.
double written(double omega) {
  constexpr double kDigits = 1e4;
  const double nearest = std::round(kDigits * omega) / kDigits;
  return nearest <= omega * kTolerance ? nearest : std::floor(kDigits * omega) / kDigits;
}

}  // namespace

std::optional<BeyondData> find_beyond_data(const v1::WaveSystem& system, const hydro::Sea& alone,
                                           const solver::Model& model) {
  const std::optional<SystemSpectra> spectra = spectra_of(system, model.gravity);
  const std::optional<std::size_t> group = first_to_end(alone, model);
  if (!spectra || !group) return std::nullopt;
  const double last = last_filed(model.hydrodynamics[*group]);
  const double omega_max = last_in_world(last, alone);
  return BeyondData{last, omega_max, largest_share(*spectra, omega_max), model.gravity};
}

bool cut_to_data(v1::Sea& sea, const solver::Model& model) {
  if (!model.sea || !first_to_end(*model.sea, model)) return false;
  bool any = false;
  for (int i = 0; i < sea.waves_size(); ++i) {
    v1::WaveSystem& system = *sea.mutable_waves(i);
    FieldViolations said_already;
    const hydro::Sea alone(
        build_wave_system(system, same_seed_before(sea, i), "", model.sea->water(), said_already)
            .components,
        model.sea->water(), 0.0);
    const auto beyond = find_beyond_data(system, alone, model);
    if (!beyond || spectra_of(system, model.gravity)->options.omega_max) continue;
    if (!(beyond->share < kCutShare)) continue;
    set_omega_max(system, beyond->omega_max);
    any = true;
  }
  return any;
}

v1::Sea sea_within_data(v1::Sea sea, solver::Model model) {
  FieldViolations violations;
  model.sea = build_sea(sea, {model.water_depth, model.gravity, model.current}, violations);
  if (violations.count() == 0) cut_to_data(sea, model);
  return sea;
}

solver::Violation beyond_data_violation(const v1::WaveSystem& system, const BeyondData& beyond,
                                        const std::string& path) {
  const double highest = written(beyond.omega_max);
  std::string end =
      fmt::format("the database's last frequency, {} rad/s", written(beyond.last_filed));
  if (beyond.omega_max != beyond.last_filed) {
    end += fmt::format(" ({} seen from the world, on the current)", highest);
  }
  const std::optional<double> omega_max = spectra_of(system, beyond.gravity)->options.omega_max;
  if (omega_max) {
    return {path + (system.has_varying() ? ".states[0].omega_max" : ".omega_max"),
            "must not exceed " + end, fmt::format("{}", *omega_max)};
  }
  return {path,
          fmt::format("must have less than {:g} % of its variance beyond {}, where it is then cut; "
                      "or say omega_max, {} at most, and the waves below carry all of it",
                      100.0 * kCutShare, end, highest),
          fmt::format("{:.2g} %", 100.0 * beyond.share)};
}

Findings find_cuts(const v1::Environment& environment) {
  Findings findings;
  for (int i = 0; i < environment.sea().waves_size(); ++i) {
    const v1::WaveSystem& system = environment.sea().waves(i);
    const auto spectra = spectra_of(system, environment.gravity());
    if (!spectra || !spectra->options.omega_max) continue;
    const double omega_max = *spectra->options.omega_max;
    SystemSpectra whole = *spectra;
    whole.options.omega_max.reset();
    if (largest_share(whole, omega_max) == 0.0) continue;
    const double share = share_of_all_above(*spectra, omega_max);
    findings.push_back(
        {"sea_cut", share > kNotableShare ? Severity::kWarning : Severity::kInfo,
         fmt::format("environment.sea.waves[{}] should reach as far as its spectrum, ends at "
                     "omega_max, {:.6g} rad/s; the {:.2g} % of its variance that lie above are "
                     "carried by the waves below",
                     i, omega_max, 100.0 * share),
         share});
  }
  return findings;
}

}  // namespace raftup::server
