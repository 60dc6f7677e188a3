#pragma once

#include <string>

#include "hydro/base/finding.hpp"
#include "server/sessions/recording/recorded_simulation.hpp"

namespace raftup::server {

/// A line of the log, with the session, its step and whom it is about, if anybody.
void log_event(const RecordedSimulation& session, Severity severity, const std::string& event,
               const std::string& message, const std::string& participant_id = "");

}  // namespace raftup::server
