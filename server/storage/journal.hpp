#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "hydro/base/bytes.hpp"
#include "raftup/v1/session.pb.h"
#include "server/base/durable_file.hpp"
#include "server/sessions/recording/session_recorder.hpp"
#include "server/storage/disk_thread.hpp"
#include "server/storage/folder_layout.hpp"

namespace raftup::server {

/// The settings for the storage of a session.
struct JournalRules {
  v1::Durability durability = v1::DURABILITY_PROCESS;
  /// Number of steps between snapshots; 0 = the interval is chosen so that a replay takes about a
  /// second at most.
  std::int64_t snapshot_interval_steps = 0;
  /// Digest that the segments of this session contain, see SegmentHeader.
  std::string session_digest;
};

/// Where a journal begins.
struct JournalStart {
  /// Number of the first segment, larger than those of all existing segments.
  std::int64_t segment = 0;
  std::int64_t step_index = 0;  ///< index of the step that the session has reached
  std::int64_t snapshot = 0;    ///< number of the newest complete snapshot; 0 = none
};

/// The recorder that writes the records of a session into files in the session's folder. A commit
/// is a single write operation. Another thread writes the snapshots. When a snapshot is on the
/// disk, snapshots and segments older than the previous snapshot are removed, so that there are
/// always two snapshots from which the session can be recovered.
class Journal final : public SessionRecorder {
 public:
  /// Creates the first segment.
  /// @throws ServiceError(kStorageFull, kInternal)
  Journal(SessionFolder folder, JournalStart start, JournalRules rules, DiskThread& disk);
  ~Journal() override;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  void record(std::int64_t step_index, const SessionRecord& record) override;
  void commit(const solver::State& state) override;
  bool wants_snapshot() const override;
  void store_snapshot(std::shared_ptr<const Snapshot> snapshot) override;
  void keep_checkpoint(const Checkpoint& checkpoint, const v1::SessionSpec& spec) override;
  void forget_checkpoint(const std::string& id) override;

 private:
  using Clock = std::chrono::steady_clock;

  /// The data that the disk thread needs to write snapshots. They may exist longer than the
  /// journal.
  struct Snapshots;

  void append(std::int64_t step_index, const SessionRecord& record);
  std::shared_ptr<AppendFile> begin(std::int64_t number) const;

  SessionFolder folder_;
  JournalRules rules_;
  DiskThread& disk_;
  std::int64_t number_;
  std::shared_ptr<AppendFile> file_;
  std::string pending_;  ///< frames of records that have not been written to the file
  ByteWriter body_;
  std::int64_t recorded_step_;  ///< index of the step up to which the records describe the session
  std::int64_t steps_since_snapshot_ = 0;
  Clock::time_point snapshot_time_;
  std::shared_ptr<Snapshots> snapshots_;
};

}  // namespace raftup::server
