/// @file The sea of a model from its messages; spectra that go beyond the frequencies of a
/// database: cut there, or what to do instead.
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

/// What does not change of a sea; systems that change are violations. Paths from `path`.
/// @param gravity m/s2
hydro::StationarySea build_stationary_sea(const v1::Sea& sea, const std::string& path,
                                          double gravity, FieldViolations& violations);

/// Adds a violation for each wave system with a component beyond the frequencies or directions of a
/// group's database.
/// @param model with its groups, its water and the sea that build_sea() made of the same message
void check_waves_within_data(const v1::Sea& sea, const solver::Model& model,
                             FieldViolations& violations);

/// Writes the defaults of every wave system into `sea`.
void complete_sea(v1::Sea& sea);

/// What a system of spectra has beyond the data.
struct BeyondData {
  double last_filed = 0.0;  ///< rad/s, of the database that ends first, in the water's own axes
  double omega_max = 0.0;   ///< rad/s: the same seen from the world, least over the directions
  double share = 0.0;    ///< of what the components carry, above omega_max; largest of all spectra
  double gravity = 0.0;  ///< m/s2
};

/// None of a system without spectra or whose components all lie within the data of the groups that
/// feel the waves.
/// @param alone the components of the system, as build_wave_system() makes them
std::optional<BeyondData> find_beyond_data(const v1::WaveSystem& system, const hydro::Sea& alone,
                                           const solver::Model& model);

/// Writes omega_max into every system of `sea` that says none, has components beyond the data and
/// carries less than 1 % of each of its spectra there. What lies above is then spread over the
/// components below (SpectrumBins), so that the variance is kept.
/// @param model with its groups and the sea that build_sea() made of the same message
/// @returns whether anything was written
bool cut_to_data(v1::Sea& sea, const solver::Model& model);

/// A sea as a session of this model would have it, see cut_to_data(). One that cannot be built
/// stays as it is.
/// @param model with its groups; its own sea does not matter
v1::Sea sea_within_data(v1::Sea sea, solver::Model model);

/// The rule that a system breaks which cut_to_data() has not cut, path that of the system's kind.
solver::Violation beyond_data_violation(const v1::WaveSystem& system, const BeyondData& beyond,
                                        const std::string& path);

/// `sea_cut` for every system whose omega_max lies below where it would end by default: what share
/// of its variance lies above and is carried by the waves below; a warning above 5 %.
/// @param environment with every default written out
Findings find_cuts(const v1::Environment& environment);

}  // namespace raftup::server
