#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "raftup/v1/session.pb.h"
#include "server/sessions/recording/checkpoint.hpp"
#include "server/sessions/recording/session_record.hpp"

namespace raftup::server {

/// Stores what a session needs after a restart of the server. Used in the session's strand only.
class SessionRecorder {
 public:
  virtual ~SessionRecorder() = default;

  /// Records a change that the session has just accepted at `step_index`. The record may stay in
  /// memory until commit().
  virtual void record(std::int64_t step_index, const SessionRecord& record) = 0;

  /// Stores everything recorded so far and the steps up to `state`, as durably as the server is
  /// configured. Called before any client learns of a step or a change. What could not be stored is
  /// tried again by the next call.
  /// @throws ServiceError(kStorageFull, kInternal)
  virtual void commit(const solver::State& state) = 0;

  /// True if so much has been recorded since the last snapshot that replaying it would be slow.
  virtual bool wants_snapshot() const = 0;
  /// Stores a snapshot, taken right after a commit(). Records before it need not be kept any more.
  virtual void store_snapshot(std::shared_ptr<const Snapshot> snapshot) = 0;

  /// Stores a checkpoint until forget_checkpoint().
  /// @throws ServiceError(kStorageFull, kInternal); then it is not stored
  virtual void keep_checkpoint(const Checkpoint& checkpoint, const v1::SessionSpec& spec) = 0;
  virtual void forget_checkpoint(const std::string& id) = 0;
};

/// The recorder of a session that is not stored: the session ends with the process.
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
