#pragma once

#include <chrono>
#include <string>

#include "raftup/v1/session.pb.h"
#include "server/sessions/session_key.hpp"

namespace raftup::server {

/// A session that could not be recovered: all that is left is to look at it and to delete it.
struct FailedSession {
  SessionKey key;
  v1::SessionSpec spec;
  std::string reason;
  std::chrono::system_clock::time_point create_time;
};

}  // namespace raftup::server
