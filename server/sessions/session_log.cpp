/// @file Session: what it says in the log.
#include <spdlog/spdlog.h>

#include "server/operation/log.hpp"
#include "server/sessions/session.hpp"

namespace raftup::server {

namespace {

spdlog::level::level_enum level_of(hydro::Severity severity) {
  switch (severity) {
    case hydro::Severity::kInfo:
      return spdlog::level::info;
    case hydro::Severity::kWarning:
      return spdlog::level::warn;
    case hydro::Severity::kError:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

}  // namespace

void Session::log(hydro::Severity severity, const std::string& event, const std::string& message,
                  const std::string& participant_id) const {
  const LogScope scope{{"session", name_},
                       {"tenant", tenant_},
                       {"participant", participant_id},
                       {"step", step_index()},
                       {"event", event}};
  spdlog::log(level_of(severity), "{}", message);
}

}  // namespace raftup::server
