#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/base/file_descriptor.hpp"
#include "server/sessions/session.hpp"
#include "server/sessions/session_registry.hpp"
#include "server/storage/disk_thread.hpp"
#include "server/storage/journal.hpp"
#include "server/storage/stored_session.hpp"

namespace raftup::server {

/// Keeps a folder to one process at a time: two would write into the same journals. The system lets
/// go of it when the process ends, however it does.
class FolderLock {
 public:
  /// @param folder exists
  /// @throws Error(kFailedPrecondition) where another process has it; ServiceError(kInternal)
  explicit FolderLock(const std::filesystem::path& folder);

 private:
  FileDescriptor file_;
};

/// Sessions that outlive the process: sessions/{id} in the folder of their tenant, see
/// SessionFolder. Thread-safe. Must outlive the sessions that it keeps.
class SessionStore {
 public:
  /// Builds what was stored, for the tenant that it belonged to; see set_up_session().
  using Builder = std::function<SessionSetup(const StoredSession&)>;

  /// @param data  the server's folder; made where absent
  /// @param usual of sessions whose spec leaves the durability open
  /// @throws Error(kFailedPrecondition) where another process uses the folder
  SessionStore(std::filesystem::path data, v1::Durability usual);

  /// What the spec says, or the usual.
  v1::Durability durability_of(const v1::SessionSpec& spec) const;

  /// Records the new session from now on as its spec says, and puts it where `start` says, if
  /// anywhere. Nobody else may use the session yet.
  /// @throws ServiceError(kStorageFull, kInternal); then nothing is kept
  void keep(Session& session, const std::shared_ptr<const Snapshot>& start);

  /// Forgets a session, kept or not. Returns when no restart brings it back.
  void remove(const SessionKey& key);

  struct Recovered {
    std::vector<std::shared_ptr<Session>> sessions;
    std::vector<FailedSession> failed;  ///< kept as they are, with the reason
  };
  /// Every session of every tenant: newest valid snapshot, then what was recorded after it, checked
  /// against the motions recorded. Sessions are recovered in parallel. Call once, first.
  /// @param stepping threads of the sessions' strands
  Recovered recover(const Builder& build, WorkerPool& stepping);

  /// How long recover() took; 0 before its end.
  std::chrono::nanoseconds recovery_time() const { return recovery_time_.load(); }
  /// Of journals that are synchronised now and then: what a power cut would take now.
  std::uint64_t journal_lag_bytes() { return disk_.unsynced_bytes(); }

 private:
  SessionFolder folder_of(const SessionKey& key) const;
  std::vector<SessionKey> stored_sessions() const;
  std::shared_ptr<Session> recover_one(const StoredSession& stored, const Builder& build,
                                       WorkerPool& stepping);

  std::filesystem::path data_;
  FolderLock lock_;
  v1::Durability usual_;
  DiskThread disk_;
  std::atomic<std::chrono::nanoseconds> recovery_time_{std::chrono::nanoseconds(0)};
};

}  // namespace raftup::server
