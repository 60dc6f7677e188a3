#pragma once

#include <chrono>
#include <string>

#include "raftup/v1/session.pb.h"
#include "server/sessions/recording/session_name.hpp"

namespace raftup::server {

/// The file `session` of a session's folder.
struct StoredSession {
  SessionKey key;
  v1::SessionSpec spec;
  std::chrono::system_clock::time_point create_time;
  std::string digest;  ///< SHA-256 of the file
};

/// @returns the bytes of the file; `digest` is not read
std::string stored_session_to_bytes(const StoredSession& session);

/// Reads a stored session back from the bytes of its file.
/// @throws Error(kDataLoss) for damaged bytes; Error(kInvalidArgument) for another format version
StoredSession stored_session_from_bytes(const std::string& bytes);

}  // namespace raftup::server
