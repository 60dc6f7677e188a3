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

/// Restricts a folder to one process at a time, since two processes would write into the same
/// journals. The system releases the lock when the process ends for any reason.
class FolderLock {
 public:
  /// @param folder must exist
  /// @throws Error(kFailedPrecondition) if another process has the lock; ServiceError(kInternal)
  explicit FolderLock(const std::filesystem::path& folder);

 private:
  FileDescriptor file_;
};

/// Sessions that outlive the process: sessions/{id} in the folder of their tenant, see
/// SessionFolder. Thread-safe. Must outlive the sessions that it keeps.
class SessionStore {
 public:
  /// Builds a stored session for its tenant; see set_up_session().
  using Builder = std::function<SessionSetup(const StoredSession&)>;

  /// @param data  the server's folder; made if it does not exist
  /// @param usual durability of sessions whose spec does not give one
  /// @throws Error(kFailedPrecondition) if another process uses the folder
  SessionStore(std::filesystem::path data, v1::Durability usual);

  /// The durability in the spec, or the usual one.
  v1::Durability durability_of(const v1::SessionSpec& spec) const;

  /// Records the new session from now on, as its spec requires, and sets it to the state `start`,
  /// if given. No other thread may use the session yet.
  /// @throws ServiceError(kStorageFull, kInternal); nothing is then stored
  void keep(Session& session, const std::shared_ptr<const Snapshot>& start);

  /// Removes a session, stored or not. After it returns, no restart brings the session back.
  void remove(const SessionKey& key);

  struct Recovered {
    std::vector<std::shared_ptr<Session>> sessions;
    std::vector<FailedSession> failed;  ///< stored unchanged, with the reason
  };
  /// Recovers every session of every tenant: the newest valid snapshot, then the records after it,
  /// compared with the recorded motion. Sessions are recovered in parallel. Must be called once,
  /// before all other calls.
  /// @param stepping threads of the sessions' strands
  Recovered recover(const Builder& build, WorkerPool& stepping);

  /// Duration of recover(); 0 before its end.
  std::chrono::nanoseconds recovery_time() const { return recovery_time_.load(); }
  /// Number of bytes in journals that a power cut would lose now.
  ///
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
