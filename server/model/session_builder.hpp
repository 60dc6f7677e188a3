/// @file Sessions from their specs: the simulation, its participants, their iteration, and the
///         findings.
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

/// Builds the simulation that `spec` describes and checks everything else in it.
/// @param path  of `spec` in the request, prefix of every violation's path
/// @param cache of radiation fits, may be null
/// @throws ServiceError(kBadField) with every violation
SessionSetup set_up_session(const v1::SessionSpec& spec, const std::string& path,
                            const DatabaseLookup& databases, hydro::FitCache* cache);

/// Builds the same simulation, bit for bit, from the spec of a former session: with its model as
/// written out, and the databases that `spec.databases` names, one for each group of the model.
/// @throws as above, if a database does not exist any more
SessionSetup set_up_again(const v1::SessionSpec& spec, const std::string& path,
                          const DatabaseLookup& databases, hydro::FitCache* cache);

/// Leases, recorders and participants of a session from its message; broken rules are added to the
/// violations.
/// @param model   built from the spec's model
/// @param spec    its defaults are written out
std::vector<ParticipantDeclaration> build_participants(const solver::Model& model,
                                                       v1::SessionSpec& spec,
                                                       FieldViolations& violations);

/// Reads SessionSpec.iteration, writes its defaults, and marks the participants that iterate;
/// broken rules are added to the violations.
std::optional<IterationRule> build_iteration(const solver::Model& model, v1::SessionSpec& spec,
                                             std::vector<ParticipantDeclaration>& participants,
                                             FieldViolations& violations);

/// Findings about a session that breaks no rule: about the model, its sea, the requested duration
/// [s], and the motion so far.
/// @param model   from which the simulation was built, with every default
/// @param records find_records() of it
Findings session_findings(const solver::Simulation& simulation, const v1::Model& model,
                          const Findings& records);

}  // namespace raftup::server
