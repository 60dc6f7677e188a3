#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hydro/radiation/radiation_options.hpp"
#include "raftup/v1/session.pb.h"
#include "server/model/hydrodynamics_builder.hpp"
#include "server/security/caller.hpp"
#include "server/security/quota_ledger.hpp"
#include "server/sessions/participants/iteration.hpp"
#include "server/sessions/variable_index.hpp"
#include "solver/simulation.hpp"

namespace raftup::server {

/// Everything that a session is made of.
struct SessionSetup {
  solver::Simulation simulation;
  v1::SessionSpec spec;  ///< with every default written out; the simulation is built from it
  std::vector<ParticipantDeclaration> participants;
  OutputColumns outputs;
  std::optional<IterationRule> iteration = {};
  std::chrono::system_clock::time_point create_time = std::chrono::system_clock::now();
  std::string tenant = kDefaultTenant;  ///< whom the session belongs to
  std::vector<QuotaShare> shares = {};  ///< of the tenant's quota, held as long as the session
  QuotaLedger* ledger = nullptr;        ///< gives shares for checkpoints; none = no quota
};

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

}  // namespace raftup::server
