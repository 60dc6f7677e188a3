#pragma once

#include <cstdint>
#include <string>

#include "server/sessions/session.hpp"
#include "server/storage/folder_layout.hpp"

namespace raftup::server {

/// Where replaying has come from, and what a journal goes on with.
struct Replayed {
  std::int64_t snapshot = 0;      ///< number of the one it began at; 0 = the beginning
  std::int64_t next_segment = 0;  ///< number for the next segment
};

/// Takes a new session to where the files of its folder say that it stood: the newest snapshot that
/// is whole, then every record after it. The unfinished end of the last segment, which a write that
/// was cut off has left, is moved to a file beside it and logged: nobody was told of it.
/// @param session_digest see SegmentHeader
/// @throws Error(kDataLoss) where the files are damaged, or where the steps lead elsewhere than
/// they
///         did: then the message says what wrote them and what read them
Replayed replay_journal(const SessionFolder& folder, const std::string& session_digest,
                        Session& session);

}  // namespace raftup::server
