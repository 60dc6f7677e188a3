#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "server/storage/build_identity.hpp"
#include "server/storage/record_codec.hpp"

namespace raftup::server {

/// The header of a segment of a journal.
struct SegmentHeader {
  /// SHA-256 of the session's file, which includes the digests of its databases
  std::string session_digest;
  BuildIdentity build;  ///< the program that wrote the segment
};

/// The bytes of a segment without records.
std::string begin_segment(const SegmentHeader& header);

/// The result of reading a segment.
struct SegmentEnd {
  std::uintmax_t whole_bytes = 0;  ///< up to the end of the last whole record
  std::string unfinished;          ///< the remaining bytes, of a write that was interrupted
};

/// Calls `visit` with the records of a segment in their order.
/// @param session_digest which the header must have
/// @throws Error(kDataLoss) if the segment is damaged: the bytes after the last complete record are
///         not what an interrupted write leaves, or the header is missing, although a segment has
///         it from the moment at which it gets its name, or is that of another session; also what
///         `visit` throws
SegmentEnd read_segment(const std::filesystem::path& file, const std::string& session_digest,
                        const std::function<void(const StoredRecord&)>& visit);

}  // namespace raftup::server
