#pragma once

#include <cstdint>
#include <string>

#include "server/sessions/session.hpp"
#include "server/storage/folder_layout.hpp"

namespace raftup::server {

/// The result of replaying, from which a journal continues.
struct Replayed {
  std::int64_t snapshot = 0;      ///< number of the snapshot at which it began; 0 = the beginning
  std::int64_t next_segment = 0;  ///< number for the next segment
};

/// Brings a new session to the state that the files of its folder describe: the newest complete
/// snapshot, and then every record after it. The unfinished end of the last segment, left by an
/// interrupted write, is moved to a file beside it and logged, since nobody was told of it.
/// @param session_digest see SegmentHeader
/// @throws Error(kDataLoss) if the files are damaged, or if the steps give another result than
///         before; the message then names the programs that wrote and read them
Replayed replay_journal(const SessionFolder& folder, const std::string& session_digest,
                        Session& session);

}  // namespace raftup::server
