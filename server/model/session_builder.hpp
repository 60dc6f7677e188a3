/// @file Builds sessions from their specs: the simulation, its participants, the rule of their
///         iteration, and the findings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hydro/base/finding.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "raftup/v1/session.pb.h"
#include "server/base/service_error.hpp"
#include "server/model/model_parts.hpp"
#include "server/sessions/participants/iteration.hpp"
#include "server/sessions/recording/input_writers.hpp"
#include "server/sessions/session_setup.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// Builds the simulation that `spec` describes and checks everything else in `spec`.
/// @param path path of `spec` in the request, with which the paths of violations begin
/// @param cache cache of fits of radiation memories; may be null
/// @throws ServiceError(kBadField) with every violation
SessionSetup set_up_session(const v1::SessionSpec& spec, const std::string& path,
                            const DatabaseLookup& databases, hydro::FitCache* cache);

/// Builds the same simulation, bit for bit, from the spec of an earlier session. The spec contains
/// the complete model, and `spec.databases` names the database of each hydrodynamic group with its
/// digest.
/// @throws ServiceError(kBadField) as set_up_session() does, for instance if a database no longer
///         exists
SessionSetup set_up_again(const v1::SessionSpec& spec, const std::string& path,
                          const DatabaseLookup& databases, hydro::FitCache* cache);

/// Reads leases, recorders and participants of a session from its spec. Violated rules are added to
/// `violations`.
/// @param model model that was built from the spec
/// @param spec the defaults of the values read are written into it
std::vector<ParticipantDeclaration> build_participants(const solver::Model& model,
                                                       v1::SessionSpec& spec,
                                                       FieldViolations& violations);

/// Reads SessionSpec.iteration, writes its defaults into `spec`, and sets `iterates` for the
/// participants whose inputs are iterated. Violated rules are added to `violations`.
/// @returns the rule of the iteration; none if the spec contains none
std::optional<IterationRule> build_iteration(const solver::Model& model, v1::SessionSpec& spec,
                                             std::vector<ParticipantDeclaration>& participants,
                                             FieldViolations& violations);

/// Findings about a session without violations: about its model, its sea, the requested duration
/// [s], and the motion so far.
/// @param model message of the simulated model with every default written out
/// @param records result of find_records() for this model
Findings session_findings(const solver::Simulation& simulation, const v1::Model& model,
                          const Findings& records);

}  // namespace raftup::server
