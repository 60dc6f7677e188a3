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
  std::uintmax_t whole_bytes = 0;  ///< up to the end of the last whole record
  std::string unfinished;          ///< what follows: of a write that was cut off
};

/// Hands out the records of a segment in their order.
/// @param session_digest as the header must have it
/// @throws Error(kDataLoss) where the segment is damaged: what follows the last whole record is not
///         what a write that was cut off leaves, or the header is absent, which a segment has from
///         the moment when it gets its name, or not that of the session; and what `take` throws
SegmentEnd read_segment(const std::filesystem::path& file, const std::string& session_digest,
                        const std::function<void(const StoredRecord&)>& visit);

}  // namespace raftup::server
