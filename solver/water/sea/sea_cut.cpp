#include "solver/water/sea/sea_cut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "hydro/base/error.hpp"
#include "hydro/excitation/body_excitation.hpp"
#include "hydro/sea/spectrum_cut.hpp"

namespace raftup::solver {

namespace {

constexpr double kCutShare = 0.01;  ///< share of the variance that may be cut by default
/// Share of the variance above omega_max that is a warning.
constexpr double kNotableShare = 0.05;
constexpr double kTolerance = 1.0 + 1e-9;  ///< for frequencies written with four decimals

double last_filed(const HydrodynamicGroup& group) {
  return group.database->omega[group.database->omega.size() - 1];
}

/// Returns the group with the lowest last frequency among the groups with excitation whose data end
/// below the highest frequency of the sea.
const HydrodynamicGroup* first_to_end(const hydro::Sea& sea, const Model& model) {
  if (sea.components().empty()) return nullptr;
  const double highest = sea.intrinsic_omegas().maxCoeff();
  const HydrodynamicGroup* first = nullptr;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    if (!group.database || !group.excitation_enabled || group.database->omega.size() == 0) continue;
    if (highest <= last_filed(group) * (1.0 + hydro::kSameFrequency)) continue;
    if (first == nullptr || last_filed(group) < last_filed(*first)) first = &group;
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
  constexpr double kDigits = 1e4;  // 0.1 mrad/s is finer than the steps of databases
  const double nearest = std::round(kDigits * omega) / kDigits;
  return nearest <= omega * kTolerance ? nearest : std::floor(kDigits * omega) / kDigits;
}

}  // namespace

bool BeyondData::may_be_cut() const { return share < kCutShare; }

std::optional<std::string> find_outside_data(const hydro::Sea& sea, const Model& model) {
  try {
    for (const HydrodynamicGroup& group : model.hydrodynamics) {
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

bool goes_beyond_data(const hydro::Sea& sea, const Model& model) {
  return first_to_end(sea, model) != nullptr;
}

std::optional<BeyondData> find_beyond_data(const SystemSpectra& system, const hydro::Sea& alone,
                                           const Model& model) {
  const HydrodynamicGroup* const group = first_to_end(alone, model);
  if (group == nullptr) return std::nullopt;
  const double last = last_filed(*group);
  const double omega_max = last_in_world(last, alone);
  return BeyondData{last, omega_max, largest_share(system, omega_max)};
}

Violation beyond_data_violation(const SystemSpectra& system, const BeyondData& beyond,
                                const std::string& path, const std::string& omega_max_path) {
  const double highest = written(beyond.omega_max);
  std::string end =
      fmt::format("the database's last frequency, {} rad/s", written(beyond.last_filed));
  if (beyond.omega_max != beyond.last_filed) {
    end += fmt::format(" ({} seen from the world, on the current)", highest);
  }
  if (system.options.omega_max) {
    return {omega_max_path, "must not exceed " + end, fmt::format("{}", *system.options.omega_max)};
  }
  return {path,
          fmt::format("must have less than {:g} % of its variance beyond {}, where it is then cut. "
                      "With omega_max of at most {}, the waves below carry all of the variance",
                      100.0 * kCutShare, end, highest),
          fmt::format("{:.2g} %", 100.0 * beyond.share)};
}

std::optional<Finding> find_cut(const SystemSpectra& system, const std::string& path) {
  if (!system.options.omega_max) return std::nullopt;
  const double omega_max = *system.options.omega_max;
  SystemSpectra whole = system;
  whole.options.omega_max.reset();
  if (largest_share(whole, omega_max) == 0.0) return std::nullopt;
  const double share = share_of_all_above(system, omega_max);
  return Finding{
      "sea_cut", share > kNotableShare ? Severity::kWarning : Severity::kInfo,
      fmt::format("{} should reach as far as its spectrum, but ends at omega_max, {:.6g} "
                  "rad/s; the waves below carry the {:.2g} % of its variance that lie "
                  "above",
                  path, omega_max, 100.0 * share),
      share};
}

}  // namespace raftup::solver
