#pragma once

#include <cstdint>
#include <string>

#include "server/sessions/session.hpp"
#include "server/storage/session_folder.hpp"

namespace raftup::server {

/// Takes a new session to where the files of its folder say that it stood: the newest snapshot that
/// is whole, then every record after it. The unfinished end of the last segment is cut off and
/// logged.
/// @param session_digest see SegmentHeader
/// @returns the number for the next segment
/// @throws Error(kDataLoss) where the files are damaged, or where the steps lead elsewhere than
/// they
///         did: then the message says what wrote them and what read them
std::int64_t replay_journal(const SessionFolder& folder, const std::string& session_digest,
                            Session& session);

}  // namespace raftup::server
