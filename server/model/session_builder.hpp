/// @file Sessions from their specs: the simulation, its participants and how these iterate, with
/// what is to be said of them.
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

/// The same, bit for bit, from the spec of a session that was: with its model as it is written out,
/// and the very databases that `spec.databases` names, one for each group of the model.
/// @throws as above, where a database is not there any more
SessionSetup set_up_again(const v1::SessionSpec& spec, const std::string& path,
                          const DatabaseLookup& databases, hydro::FitCache* cache);

/// Leases, recorders and participants of a session from its message; the violations get what breaks
/// a rule.
/// @param model   that the spec's model has become
/// @param spec    its defaults are written out
std::vector<ParticipantDeclaration> build_participants(const solver::Model& model,
                                                       v1::SessionSpec& spec,
                                                       FieldViolations& violations);

/// Reads SessionSpec.iteration, writes its defaults out and marks the participants that iterate;
/// the violations get what breaks a rule.
std::optional<IterationRule> build_iteration(const solver::Model& model, v1::SessionSpec& spec,
                                             std::vector<ParticipantDeclaration>& participants,
                                             FieldViolations& violations);

/// What is to be said of a session though no rule is broken: of the model, of its sea, of the
/// duration that it asks for, and of the motion so far.
/// @param model that the simulation was built from, every default written out
Findings session_findings(const solver::Simulation& simulation, const v1::Model& model);

}  // namespace raftup::server
