/// @file The sea of a model from its messages, and spectra that extend beyond the frequencies
///         [rad/s] of a database: they are cut there, or a remedy is named.
#pragma once

#include <optional>

#include "hydro/base/finding.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/sea/stationary_sea.hpp"
#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "solver/model/model.hpp"

namespace raftup::server {

/// The current of a model; still water on a violation. Paths from "environment.current".
hydro::Current build_current(const v1::Current& current, FieldViolations& violations);

/// The sea of a model; none = still water. Paths from "environment.sea".
std::optional<hydro::Sea> build_sea(const v1::Sea& sea, const hydro::Sea::Water& water,
                                    FieldViolations& violations);

/// The stationary part of a sea; systems that change with time are violations. Paths begin with
/// `path`.
hydro::StationarySea build_stationary_sea(const v1::Sea& sea, const std::string& path,
                                          const hydro::Sea::Water& water,
                                          FieldViolations& violations);

/// Adds a violation for each wave system with a component beyond the frequencies or directions of a
/// group's database.
/// @param model with its groups, its water and the sea that build_sea() made of the same message
void check_waves_within_data(const v1::Sea& sea, const solver::Model& model,
                             FieldViolations& violations);

/// Writes the defaults of every wave system into `sea`.
void complete_sea(v1::Sea& sea);

/// The part of a system's spectra beyond the data.
struct BeyondData {
  /// rad/s, last frequency of the database that ends first, in the frame that moves with the water
  double last_filed = 0.0;
  double omega_max = 0.0;  ///< rad/s: the same in the world frame, least over the directions
  /// share of the components' energy above omega_max; the largest of all spectra
  double share = 0.0;
  double gravity = 0.0;  ///< m/s2
};

/// Nothing for a system without spectra, or if all components are within the data of the groups
/// that the waves excite.
/// @param alone the components of the system, as build_wave_system() makes them
std::optional<BeyondData> find_beyond_data(const v1::WaveSystem& system, const hydro::Sea& alone,
                                           const solver::Model& model);

/// Writes omega_max into every system of `sea` that has none, has components beyond the data, and
/// has less than 1 % of the energy of each of its spectra there. The energy above it is then spread
/// over the components below, so that the variance is kept.
/// @param model with its groups and the sea that build_sea() made of the same message
/// @returns true if anything was written
bool cut_to_data(v1::Sea& sea, const solver::Model& model);

/// A sea as a session with this model would have it, see cut_to_data(). A sea that cannot be built
/// is returned unchanged.
/// @param model with its groups; its own sea has no influence
v1::Sea sea_within_data(v1::Sea sea, solver::Model model);

/// The rule that a system breaks if cut_to_data() has not cut it; the path is that of the system's
/// kind.
solver::Violation beyond_data_violation(const v1::WaveSystem& system, const BeyondData& beyond,
                                        const std::string& path);

/// The finding `sea_cut` for every system whose omega_max is below its default end: the share of
/// its variance that lies above and is carried by the waves below; a warning above 5 %.
/// @param environment with every default written out
Findings find_cuts(const v1::Environment& environment);

}  // namespace raftup::server
