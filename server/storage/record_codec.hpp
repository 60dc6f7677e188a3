#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/base/bytes.hpp"
#include "server/sessions/recording/session_record.hpp"

namespace raftup::server {

/// Writes a record: kind, step_index, content. The numbers of kinds never change their meaning.
void write_record(std::int64_t step_index, const SessionRecord& record, ByteWriter& out);

/// A record that was read, with the memory to which it refers.
struct StoredRecord {
  std::int64_t step_index = 0;
  SessionRecord record;
  std::vector<std::size_t> inputs;
  std::vector<std::int64_t> times_ns;
  std::vector<double> values;
};

/// Reads what write_record() has written. Views of texts point into `bytes`.
/// @param stored reused from record to record
/// @throws Error(kDataLoss) if the bytes are no record of a kind that this program knows
void read_record(std::string_view bytes, StoredRecord& stored);

/// The same for a snapshot alone.
std::string snapshot_to_bytes(const Snapshot& snapshot);
/// Reads a snapshot back from its bytes.
/// @throws Error(kDataLoss), Error(kInvalidArgument) for the state of another format version
Snapshot snapshot_from_bytes(std::string_view bytes);

}  // namespace raftup::server
