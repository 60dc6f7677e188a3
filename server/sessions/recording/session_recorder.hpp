#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "raftup/v1/session.pb.h"
#include "server/sessions/recording/checkpoint.hpp"
#include "server/sessions/recording/session_record.hpp"

namespace raftup::server {

/// Stores what the server needs to recover a session after a restart. Used in the session's strand
/// only.
class SessionRecorder {
 public:
  virtual ~SessionRecorder() = default;

  /// Records a change that the session has just accepted at `step_index`. The record may stay in
  /// memory until commit().
  virtual void record(std::int64_t step_index, const SessionRecord& record) = 0;

  /// Stores all records so far and the number of steps taken, as durably as the server is
  /// configured. Called before any step or change is reported to a client. If a call fails, the
  /// next call tries again to store the same data.
  /// @param state present state of the simulation
  /// @throws ServiceError(kStorageFull, kInternal)
  virtual void commit(const solver::State& state) = 0;

  /// True if so much has been recorded since the last snapshot that a replay would be slow.
  virtual bool wants_snapshot() const = 0;
  /// Stores a snapshot that was taken right after a commit(). Earlier records are no longer needed.
  virtual void store_snapshot(std::shared_ptr<const Snapshot> snapshot) = 0;

  /// Stores a checkpoint until forget_checkpoint() is called for it.
  /// @throws ServiceError(kStorageFull, kInternal); then the checkpoint is not stored
  virtual void keep_checkpoint(const Checkpoint& checkpoint, const v1::SessionSpec& spec) = 0;
  virtual void forget_checkpoint(const std::string& id) = 0;
};

/// The recorder of a session that is not stored. Such a session ends with the server process.
class NoRecorder final : public SessionRecorder {
 public:
  void record(std::int64_t /*step_index*/, const SessionRecord& /*record*/) override {}
  void commit(const solver::State& /*state*/) override {}
  bool wants_snapshot() const override { return false; }
  void store_snapshot(std::shared_ptr<const Snapshot> /*snapshot*/) override {}
  void keep_checkpoint(const Checkpoint& /*checkpoint*/, const v1::SessionSpec& /*spec*/) override {
  }
  void forget_checkpoint(const std::string& /*id*/) override {}
};

}  // namespace raftup::server
