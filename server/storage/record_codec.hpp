#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/base/bytes.hpp"
#include "server/sessions/recording/session_record.hpp"

namespace raftup::server {

/// Writes a record: number of its kind, step index, content. The number of each kind is fixed.
void write_record(std::int64_t step_index, const SessionRecord& record, ByteWriter& out);

/// A record that was read, together with the memory to which its spans refer.
struct StoredRecord {
  std::int64_t step_index = 0;
  SessionRecord record;
  std::vector<std::size_t> inputs;
  std::vector<std::int64_t> times_ns;
  std::vector<double> values;
};

/// Reads a record that write_record() has written. Texts in the record point into `bytes`.
/// @param stored set to the record; may be used again for the next record
/// @throws Error(kDataLoss) if the bytes are not a record of a known kind
void read_record(std::string_view bytes, StoredRecord& stored);

/// Writes a snapshot as bytes.
std::string snapshot_to_bytes(const Snapshot& snapshot);
/// Reads a snapshot from bytes that snapshot_to_bytes() has written.
/// @throws Error(kDataLoss) if the bytes are damaged; Error(kInvalidArgument) if the state has
///         another format version
Snapshot snapshot_from_bytes(std::string_view bytes);

}  // namespace raftup::server
