/// @file The frequency [rad/s] at which the spectra of a sea end because the data of the bodies end
///       there. The energy above is carried by the waves below, or the sea is refused.
#pragma once

#include <optional>
#include <string>

#include "hydro/base/finding.hpp"
#include "hydro/sea/sea.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/model.hpp"
#include "solver/water/sea/wave_making.hpp"

namespace raftup::solver {

/// The part of the spectra of a wave system beyond the frequencies of the databases [rad/s].
struct BeyondData {
  /// Last frequency of the database that ends first, in the frame that moves with the current
  /// [rad/s].
  double last_filed = 0.0;
  /// The same frequency in the world frame, the least over the wave directions [rad/s].
  double omega_max = 0.0;
  /// Share of the components' energy above omega_max; the largest share of all spectra [1].
  double share = 0.0;

  /// True if the waves below omega_max [rad/s] may carry all of the energy.
  bool may_be_cut() const;
};

/// Returns the error of the first component of a sea that lies outside the database of a group that
/// waves excite; none if all are within the data.
std::optional<std::string> find_outside_data(const hydro::Sea& sea, const Model& model);

/// True if the sea has a component above the last frequency [rad/s] of a group that waves excite.
bool goes_beyond_data(const hydro::Sea& sea, const Model& model);

/// Returns the part of a wave system beyond the data; none if all its components are within the
/// databases of the groups that waves excite.
/// @param alone sea with only the components of this system
std::optional<BeyondData> find_beyond_data(const SystemSpectra& system, const hydro::Sea& alone,
                                           const Model& model);

/// The violation of a wave system with components beyond the data that is not cut.
/// @param path           path of the kind of the system
/// @param omega_max_path path of the field `omega_max` of the system
Violation beyond_data_violation(const SystemSpectra& system, const BeyondData& beyond,
                                const std::string& path, const std::string& omega_max_path);

/// Returns a finding `sea_cut` if omega_max of a wave system [rad/s] is below its default end. It
/// contains the share of the system's variance above omega_max, which the waves below carry; it is
/// a warning if the share is above 5 %.
/// @param path path of the system, such as "environment.sea.waves[0]"
std::optional<Finding> find_cut(const SystemSpectra& system, const std::string& path);

}  // namespace raftup::solver
