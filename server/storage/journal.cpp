#include "server/storage/journal.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <exception>
#include <utility>

#include "server/base/service_error.hpp"
#include "server/storage/checkpoint_file.hpp"
#include "server/storage/crc32c.hpp"
#include "server/storage/frames.hpp"
#include "server/storage/journal_segment.hpp"
#include "server/storage/record_codec.hpp"

namespace raftup::server {

namespace {

namespace fs = std::filesystem;

/// Default number of steps between two snapshots. Replaying them takes about 10 ms.
constexpr std::int64_t kUsualInterval = 1000;
/// Shortest time between two snapshots by default. If all sessions step without a pause, replaying
/// the steps of one second takes about one second on the same processors.
constexpr auto kShortestPause = std::chrono::seconds(1);
constexpr auto kLongestPause = std::chrono::seconds(30);

}  // namespace

struct Journal::Snapshots {
  Snapshots(SessionFolder f, std::int64_t n) : folder(std::move(f)), newest(n) {}

  void write(std::int64_t number, const Snapshot& snapshot) {
    const std::lock_guard lock(mutex);
    if (closed) return;
    try {
      write_whole(folder.snapshot(number), with_checksum(snapshot_to_bytes(snapshot)));
      forget_before(newest);
      newest = number;
    } catch (const std::exception& error) {
      spdlog::warn("{} is not written: {}", folder.snapshot(number).string(), error.what());
    }
  }

  void forget_before(std::int64_t number) const {
    for (const std::int64_t old : folder.snapshot_numbers()) {
      if (old < number) fs::remove(folder.snapshot(old));
    }
    for (const std::int64_t old : folder.journal_numbers()) {
      if (old < number) fs::remove(folder.journal(old));
    }
    notify_disk_observer("after remove");
  }

  SessionFolder folder;
  std::mutex mutex;     ///< protects the members that follow
  std::int64_t newest;  ///< number of the newest stored snapshot; 0 for none
  bool closed = false;
  std::atomic<bool> busy = false;
};

Journal::Journal(SessionFolder folder, JournalStart start, JournalRules rules, DiskThread& disk)
    : folder_(std::move(folder)),
      rules_(std::move(rules)),
      disk_(disk),
      number_(start.segment),
      file_(begin(start.segment)),
      recorded_step_(start.step_index),
      snapshot_time_(Clock::now()),
      snapshots_(std::make_shared<Snapshots>(folder_, start.snapshot)) {}

Journal::~Journal() {
  const std::lock_guard lock(snapshots_->mutex);
  snapshots_->closed = true;
}

std::shared_ptr<AppendFile> Journal::begin(std::int64_t number) const {
  const bool process_only = rules_.durability == v1::DURABILITY_PROCESS;
  return std::make_shared<AppendFile>(
      folder_.journal(number), begin_segment({rules_.session_digest, this_build()}),
      process_only ? AppendFile::Outlives::kProcess : AppendFile::Outlives::kPowerCut);
}

void Journal::append(std::int64_t step_index, const SessionRecord& record) {
  body_.clear();
  write_record(step_index, record, body_);
  append_frame(body_.bytes(), pending_);
}

void Journal::record(std::int64_t step_index, const SessionRecord& record) {
  append(step_index, record);
  if (const auto* restored = std::get_if<RestoredRecord>(&record)) {
    recorded_step_ = restored->snapshot->state.step_index;
  } else if (std::holds_alternative<ResetRecord>(record)) {
    recorded_step_ = 0;
  }
}

void Journal::commit(const solver::State& state) {
  if (state.step_index != recorded_step_) {
    append(state.step_index, SteppedRecord{solver::motion_hash(state)});
    steps_since_snapshot_ += state.step_index - recorded_step_;
    recorded_step_ = state.step_index;
  }
  if (pending_.empty()) return;
  file_->append(pending_);
  pending_.clear();
  if (rules_.durability == v1::DURABILITY_DISK_STEP) file_->sync();
  if (rules_.durability == v1::DURABILITY_DISK_BATCHED) disk_.sync_soon(file_);
}

bool Journal::wants_snapshot() const {
  if (steps_since_snapshot_ == 0 || snapshots_->busy) return false;
  if (rules_.snapshot_interval_steps > 0) {
    return steps_since_snapshot_ >= rules_.snapshot_interval_steps;
  }
  const auto pause = Clock::now() - snapshot_time_;
  return pause >= kLongestPause ||
         (pause >= kShortestPause && steps_since_snapshot_ >= kUsualInterval);
}

void Journal::store_snapshot(std::shared_ptr<const Snapshot> snapshot) {
  steps_since_snapshot_ = 0;
  snapshot_time_ = Clock::now();
  try {
    // After a power cut, a segment must not exist if the end of the previous one is missing.
    if (rules_.durability == v1::DURABILITY_DISK_BATCHED) file_->sync();
    file_ = begin(number_ + 1);
    ++number_;
  } catch (const ServiceError& error) {
    spdlog::warn("{} goes on: {}", file_->path().string(), error.what());
    return;
  }
  snapshots_->busy = true;
  disk_.post([snapshots = snapshots_, number = number_, snapshot = std::move(snapshot)] {
    snapshots->write(number, *snapshot);
    snapshots->busy = false;
  });
}

void Journal::keep_checkpoint(const Checkpoint& checkpoint, const v1::SessionSpec& spec) {
  write_whole(folder_.checkpoints() / checkpoint.id, checkpoint_to_bytes(checkpoint, spec));
}

void Journal::forget_checkpoint(const std::string& id) {
  fs::remove(folder_.checkpoints() / id);
  sync_folder(folder_.checkpoints());
}

}  // namespace raftup::server
