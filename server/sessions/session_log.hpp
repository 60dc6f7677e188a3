#pragma once

#include <string>

#include "hydro/base/finding.hpp"
#include "server/sessions/recording/recorded_simulation.hpp"

namespace raftup::server {

/// Writes a line to the log, with the session, its step and the participant, if there is one.
void log_event(const RecordedSimulation& session, Severity severity, const std::string& event,
               const std::string& message, const std::string& participant_id = "");

}  // namespace raftup::server
