#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "server/storage/build_identity.hpp"
#include "server/storage/record_codec.hpp"

namespace raftup::server {

/// The header of a segment, one of the files of which the journal of a session consists.
struct SegmentHeader {
  /// SHA-256 of the file `session` of the session's folder, which includes the digests of its
  /// databases.
  std::string session_digest;
  BuildIdentity build;  ///< program that wrote the segment
};

/// Returns the bytes of a segment that contains a header and no records.
std::string begin_segment(const SegmentHeader& header);

/// Where the complete records of a segment end.
struct SegmentEnd {
  std::uintmax_t whole_bytes = 0;  ///< number of bytes up to the end of the last complete record
  std::string unfinished;          ///< the bytes after it, from a write that was interrupted
};

/// Reads a segment and calls `visit` with its records in their order.
/// @param session_digest digest that the header must contain
/// @throws Error(kDataLoss) if the file is damaged: the header is missing or belongs to another
///         session, or the bytes after the last complete record cannot come from an interrupted
///         write. Errors that `visit` throws are thrown again with the programs that wrote and read
///         the record.
SegmentEnd read_segment(const std::filesystem::path& file, const std::string& session_digest,
                        const std::function<void(const StoredRecord&)>& visit);

}  // namespace raftup::server
