#include "server/storage/recovery.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "hydro/base/error.hpp"
#include "server/base/durable_file.hpp"
#include "server/storage/crc32c.hpp"
#include "server/storage/journal_segment.hpp"

namespace raftup::server {

namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Snapshot> read_snapshot(const fs::path& file) {
  const std::optional<std::string> sealed = read_whole(file);
  const auto bytes = sealed ? without_checksum(*sealed) : std::nullopt;
  if (!bytes) return nullptr;
  return std::make_shared<const Snapshot>(snapshot_from_bytes(*bytes));
}

/// Sets the session to its newest undamaged snapshot.
/// @returns the first segment to replay, 0 if there is no such snapshot
std::int64_t restore_newest(const SessionFolder& folder, Session& session) {
  auto numbers = folder.snapshot_numbers();
  std::reverse(numbers.begin(), numbers.end());
  for (const std::int64_t number : numbers) {
    if (const auto snapshot = read_snapshot(folder.snapshot(number))) {
      session.recorded().replay(0, RestoredRecord{snapshot});
      return number;
    }
    spdlog::warn("{} is damaged: an older one is used", folder.snapshot(number).string());
  }
  return 0;
}

void replay_segment(const SessionFolder& folder, std::int64_t number,
                    const std::string& session_digest, bool last, Session& session) {
  const fs::path file = folder.journal(number);
  const SegmentEnd end = read_segment(file, session_digest, [&session](const StoredRecord& stored) {
    session.recorded().replay(stored.step_index, stored.record);
  });
  if (end.unfinished.empty()) return;
  if (!last) {
    throw Error(ErrorCode::kDataLoss,
                fmt::format("{} is damaged: it ends within a record, and others follow",
                            file.filename().string()));
  }
  const fs::path kept = folder.cut_from_journal(number);
  write_whole(kept, end.unfinished);
  spdlog::warn(
      "{}: the last {} bytes are of a write that was cut off, which nobody was told of; they are "
      "moved to {}",
      file.string(), end.unfinished.size(), kept.filename().string());
  cut_file(file, end.whole_bytes);
}

}  // namespace

Replayed replay_journal(const SessionFolder& folder, const std::string& session_digest,
                        Session& session) {
  const std::int64_t first = restore_newest(folder, session);
  const auto numbers = folder.journal_numbers();
  std::int64_t expected = first;
  for (const std::int64_t number : numbers) {
    if (number < first) continue;
    if (number != expected) {
      throw Error(ErrorCode::kDataLoss, fmt::format("journal.{} must be there", expected));
    }
    replay_segment(folder, number, session_digest, number == numbers.back(), session);
    ++expected;
  }
  if (expected == first) {
    throw Error(ErrorCode::kDataLoss, fmt::format("journal.{} must be there", first));
  }
  return {first, expected};
}

}  // namespace raftup::server
