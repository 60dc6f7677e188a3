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

/// The rules by which a session is stored.
struct JournalRules {
  v1::Durability durability = v1::DURABILITY_PROCESS;
  /// Steps from snapshot to snapshot; 0 = so that replaying takes well below a second.
  std::int64_t snapshot_interval_steps = 0;
  std::string session_digest;  ///< see SegmentHeader
};

/// The beginning of a journal.
struct JournalStart {
  std::int64_t segment = 0;     ///< larger than the number of every segment in the folder
  std::int64_t step_index = 0;  ///< step at which the session is
  std::int64_t snapshot = 0;    ///< number of the newest complete snapshot; 0 = none
};

/// The recorder that writes the records of a session into its folder. A commit is one write().
/// Snapshots are written by another thread; when one is on the disk, the segments before the
/// previous snapshot are removed, so that there are always two ways to recover.
class Journal final : public SessionRecorder {
 public:
  /// Begins a segment.
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

  /// The data of a session that the disk thread needs; they outlive the journal.
  struct Snapshots;

  void append(std::int64_t step_index, const SessionRecord& record);
  std::shared_ptr<AppendFile> begin(std::int64_t number) const;

  SessionFolder folder_;
  JournalRules rules_;
  DiskThread& disk_;
  std::int64_t number_;
  std::shared_ptr<AppendFile> file_;
  std::string pending_;  ///< recorded, but not yet written
  ByteWriter body_;
  std::int64_t recorded_step_;  ///< the step up to which steps are recorded
  std::int64_t steps_since_snapshot_ = 0;
  Clock::time_point snapshot_time_;
  std::shared_ptr<Snapshots> snapshots_;
};

}  // namespace raftup::server
