/// @file Builds the sea of a model from its messages. Spectra that extend beyond the frequencies
///         [rad/s] of a hydrodynamic database are cut there, or a violation suggests what to
///         change.
#pragma once

#include <optional>
#include <string>

#include "hydro/base/finding.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/sea/stationary_sea.hpp"
#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "solver/model/model.hpp"
#include "solver/model/water/waves.hpp"

namespace raftup::server {

/// Reads the description of a sea. Wave systems whose fields break a rule are not valid.
/// @param path path of the sea in the request, such as "environment.sea"
solver::SeaDescription read_sea(const v1::Sea& message, const std::string& path,
                                FieldViolations& violations);

/// Builds the current of a model. The result is still water if a violation was added. Paths begin
/// with "environment.current".
hydro::Current build_current(const v1::Current& current, FieldViolations& violations);

/// Builds the sea of a model; none = no waves. Paths begin with "environment.sea".
std::optional<hydro::Sea> build_sea(const v1::Sea& message, const hydro::Sea::Water& water,
                                    FieldViolations& violations);

/// Builds the stationary part of a sea. A wave system that changes with time is a violation. Paths
/// begin with `path`.
hydro::StationarySea build_stationary_sea(const v1::Sea& message, const std::string& path,
                                          const hydro::Sea::Water& water,
                                          FieldViolations& violations);

/// Adds a violation for each wave system with a component whose frequency or direction is outside
/// the database of a hydrodynamic group.
/// @param model model with its groups, its water and the sea that build_sea() has made of the same
///         message
void check_waves_within_data(const v1::Sea& message, const solver::Model& model,
                             FieldViolations& violations);

/// Writes the defaults of every wave system into `sea`.
void complete_sea(v1::Sea& sea);

/// True if a sea state of a varying wave has options of its own beside its spectrum and direction.
bool has_options(v1::IrregularWave state);

/// Cuts wave systems at the last frequency of the databases: writes omega_max into every system of
/// `message` that has none, has components beyond the data, and has less than 1 % of the energy of
/// each of its spectra there. The energy above omega_max is then spread over the components below,
/// so that the variance is kept.
/// @param model model with its groups and the sea that build_sea() has made of the same message
/// @returns true if omega_max was written into any system
bool cut_to_data(v1::Sea& message, const solver::Model& model);

/// Returns the sea as a session with this model would have it, see cut_to_data(). A sea that cannot
/// be built is returned unchanged.
/// @param model model with its groups; its own sea has no influence
v1::Sea sea_within_data(v1::Sea sea, solver::Model model);

/// Returns a finding `sea_cut` for every wave system whose omega_max is below its default end. It
/// contains the share of the system's variance above omega_max, which the waves below carry; it is
/// a warning if the share is above 5 %.
/// @param environment message with every default written out
Findings find_cuts(const v1::Environment& environment);

}  // namespace raftup::server
