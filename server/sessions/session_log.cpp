#include "server/sessions/session_log.hpp"

#include <spdlog/spdlog.h>

#include "server/base/log.hpp"

namespace raftup::server {

namespace {

spdlog::level::level_enum level_of(Severity severity) {
  switch (severity) {
    case Severity::kInfo:
      return spdlog::level::info;
    case Severity::kWarning:
      return spdlog::level::warn;
    case Severity::kError:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

}  // namespace

void log_event(const RecordedSimulation& session, Severity severity, const std::string& event,
               const std::string& message, const std::string& participant_id) {
  const LogScope scope{{"session", session.key().name},
                       {"tenant", session.key().tenant},
                       {"participant", participant_id},
                       {"step", session.step_index()},
                       {"event", event}};
  spdlog::log(level_of(severity), "{}", message);
}

}  // namespace raftup::server
