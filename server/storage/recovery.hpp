#pragma once

#include <cstdint>
#include <string>

#include "server/sessions/session.hpp"
#include "server/storage/folder_layout.hpp"

namespace raftup::server {

/// The result of a replay: the values with which a new journal continues.
struct Replayed {
  /// Number of the snapshot from which the replay began; 0 = from t = 0.
  std::int64_t snapshot = 0;
  std::int64_t next_segment = 0;  ///< number of the next segment
};

/// Brings a new session to the state that the files of its folder describe: the state of the newest
/// undamaged snapshot, followed by every later record. If an interrupted write has left an
/// incomplete record at the end of the last segment, its bytes are moved to a file beside the
/// segment, and this is logged; no client was informed of that record.
/// @param session_digest digest that the segments must contain, see SegmentHeader
/// @throws Error(kDataLoss) if the files are damaged, or if the steps give another result than the
///         recorded one; the message then names the programs that wrote and read the files
Replayed replay_journal(const SessionFolder& folder, const std::string& session_digest,
                        Session& session);

}  // namespace raftup::server
