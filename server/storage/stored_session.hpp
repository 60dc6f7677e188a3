#pragma once

#include <chrono>
#include <string>

#include "raftup/v1/session.pb.h"
#include "server/sessions/recording/session_name.hpp"

namespace raftup::server {

/// The content of the file `session` in the folder of a session.
struct StoredSession {
  SessionKey key;
  v1::SessionSpec spec;
  std::chrono::system_clock::time_point create_time;
  std::string digest;  ///< SHA-256 of the bytes of the file
};

/// Returns the bytes of the file. The field `digest` is not used.
std::string stored_session_to_bytes(const StoredSession& session);

/// Reads a stored session from the bytes of its file.
/// @throws Error(kDataLoss) if the bytes are damaged; Error(kInvalidArgument) if the file has
///         another format version
StoredSession stored_session_from_bytes(const std::string& bytes);

}  // namespace raftup::server
