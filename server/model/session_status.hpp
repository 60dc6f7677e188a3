/// @file Writes the status of a session and of the parts of its simulation to messages. Pure
///         functions.
#pragma once

#include <string>

#include "hydro/radiation/base/radiation_options.hpp"
#include "raftup/v1/session.pb.h"
#include "server/sessions/session.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// Writes all fields of a session except its spec. To be called in the session's strand.
void session_status_to_proto(const Session& session, v1::Session& message);

v1::SessionState session_state_to_proto(SessionState state);
void radiation_report_to_proto(const hydro::RadiationReport& report, const std::string& group,
                               v1::RadiationReport& message);
void island_to_proto(const solver::IslandReport& island, const solver::Model& model,
                     v1::IslandReport& message);

}  // namespace raftup::server
