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

/// Lock that restricts the use of a data folder to one process at a time, since two processes would
/// write into the same journals. The operating system releases the lock when the process ends for
/// any reason.
class FolderLock {
 public:
  /// Locks a folder.
  /// @param folder existing folder
  /// @throws Error(kFailedPrecondition) if another process has locked the folder;
  ///         ServiceError(kInternal)
  explicit FolderLock(const std::filesystem::path& folder);

 private:
  FileDescriptor file_;
};

/// Stores sessions on the disk so that they survive the end of the process. Each session has a
/// folder sessions/{id} in the folder of its tenant, see SessionFolder. Thread-safe. The store must
/// exist longer than the sessions whose changes it stores.
class SessionStore {
 public:
  /// Function that builds the parts of a session from its stored spec; see set_up_session().
  using Builder = std::function<SessionSetup(const StoredSession&)>;

  /// @param data data folder of the server; created if it does not exist
  /// @param usual durability of sessions whose spec contains none
  /// @throws Error(kFailedPrecondition) if another process uses the folder
  SessionStore(std::filesystem::path data, v1::Durability usual);

  /// The durability in the spec; the default of the server if the spec contains none.
  v1::Durability durability_of(const v1::SessionSpec& spec) const;

  /// Stores a new session, and all its later changes, with the durability in its spec. If `start`
  /// is given the session is set to this state. No other thread may use the session yet.
  /// @throws ServiceError(kStorageFull, kInternal); nothing is then stored
  void keep(Session& session, const std::shared_ptr<const Snapshot>& start);

  /// Removes the files of a session, if it has any. After the function returns, a restart does not
  /// recover the session.
  void remove(const SessionKey& key);

  struct Recovered {
    std::vector<std::shared_ptr<Session>> sessions;
    /// Sessions that could not be recovered; their files are unchanged.
    std::vector<FailedSession> failed;
  };
  /// Recovers every session of every tenant from its newest undamaged snapshot and the records
  /// after it, and compares the resulting motion with the recorded one. Sessions are recovered in
  /// parallel. Must be called once, before all other calls.
  /// @param stepping pool whose threads run the strands of sessions
  Recovered recover(const Builder& build, WorkerPool& stepping);

  /// Duration of recover(); 0 before recover() has ended.
  std::chrono::nanoseconds recovery_time() const { return recovery_time_.load(); }
  /// Number of bytes in journals that a power cut would lose now.
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
