#pragma once

#include <string>

#include "hydro/base/finding.hpp"
#include "server/sessions/recording/recorded_simulation.hpp"

namespace raftup::server {

/// Writes a line to the log of the server. The line contains the session, its tenant, its present
/// step, the name of the event and the participant, if one is given.
void log_event(const RecordedSimulation& session, Severity severity, const std::string& event,
               const std::string& message, const std::string& participant_id = "");

}  // namespace raftup::server
