#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "server/storage/build_identity.hpp"
#include "server/storage/record_codec.hpp"

namespace raftup::server {

/// What a segment of a journal begins with.
struct SegmentHeader {
  std::string session_digest;  ///< SHA-256 of the file that says what is simulated, databases too
  BuildIdentity build;         ///< what wrote the segment
};

/// The bytes of a segment without records.
std::string begin_segment(const SegmentHeader& header);

/// What reading a segment has shown.
struct SegmentEnd {
  std::uintmax_t whole_bytes = 0;       ///< up to the end of the last whole record
  std::uintmax_t unfinished_bytes = 0;  ///< after it: of a write that was cut off
};

/// Hands out the records of a segment in their order.
/// @param session_digest as the header must have it
/// @throws Error(kDataLoss) where the segment is damaged: a whole record follows what is none, or
///         the header is not that of the session; and what `take` throws
SegmentEnd read_segment(const std::filesystem::path& file, const std::string& session_digest,
                        const std::function<void(const StoredRecord&)>& take);

}  // namespace raftup::server
