#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "raftup/v1/session.pb.h"
#include "server/sessions/recording/checkpoint.hpp"
#include "server/sessions/recording/session_record.hpp"

namespace raftup::server {

/// Where a session keeps what it must not forget. Used in the session's strand only.
class SessionRecorder {
 public:
  virtual ~SessionRecorder() = default;

  /// Takes note of a change that the session has just accepted while it stood at `step_index`. It
  /// may wait in memory.
  virtual void record(std::int64_t step_index, const SessionRecord& record) = 0;

  /// Called before anybody is told of a step or a change: keeps everything recorded so far and the
  /// steps up to `state`, as durably as was asked for. What it could not keep it tries again.
  /// @throws ServiceError(kStorageFull, kInternal)
  virtual void commit(const solver::State& state) = 0;

  /// Whether enough has been recorded since the last snapshot to make replaying it slow.
  virtual bool wants_snapshot() const = 0;
  /// From here on only what follows `snapshot`, taken right after a commit(), needs to be kept.
  virtual void store_snapshot(std::shared_ptr<const Snapshot> snapshot) = 0;

  /// Keeps a checkpoint until forget_checkpoint().
  /// @throws ServiceError(kStorageFull, kInternal); then it is not kept
  virtual void keep_checkpoint(const Checkpoint& checkpoint, const v1::SessionSpec& spec) = 0;
  virtual void forget_checkpoint(const std::string& id) = 0;
};

/// Of a session that lives and dies with the process.
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
