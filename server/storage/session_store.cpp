#include "server/storage/session_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "server/base/durable_file.hpp"
#include "server/base/service_error.hpp"
#include "server/base/status.hpp"
#include "server/storage/checkpoint_file.hpp"
#include "server/storage/folder_layout.hpp"
#include "server/storage/recovery.hpp"

namespace raftup::server {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSessions = "sessions";

JournalRules rules_of(const v1::SessionSpec& spec, std::string digest) {
  return {spec.durability(), spec.checkpoint_interval_steps(), std::move(digest)};
}

fs::path made_folder(fs::path folder) {
  make_folders(folder);
  keep_from_others(folder);
  return folder;
}

/// Reads a stored session.
/// @throws Error(kDataLoss) if the folder was moved to another tenant or renamed
StoredSession read_stored(const SessionFolder& folder, const SessionKey& key) {
  StoredSession stored = stored_session_from_bytes(read_whole(folder.session()).value_or(""));
  if (stored.key == key) return stored;
  throw Error(ErrorCode::kDataLoss,
              fmt::format("the folder must be of {} of tenant {}, is of {} of tenant {}", key.name,
                          key.tenant, stored.key.name, stored.key.tenant));
}

/// Marks the folder as incomplete, see SessionFolder. If the disk is full, the session can still be
/// deleted without the mark.
void mark_incomplete(const SessionFolder& folder) {
  try {
    append_at(folder.incomplete(), 0, "");
  } catch (const ServiceError& error) {
    spdlog::warn("{}: {}", folder.path().string(), error.what());
  }
}

void recover_checkpoints(const SessionFolder& folder, Session& session) {
  for (const auto& entry : fs::directory_iterator(folder.checkpoints())) {
    try {
      session.checkpoints().recover(
          checkpoint_from_bytes(read_whole(entry.path()).value_or("")).checkpoint);
    } catch (const Error& error) {
      spdlog::warn("{} is left out: {}", entry.path().string(), error.what());
    }
  }
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder)
    : file_(open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
  if (!file_.valid()) throw_disk_error("open", folder / "lock");
  if (flock(file_.get(), LOCK_EX | LOCK_NB) == 0) return;
  throw Error(ErrorCode::kFailedPrecondition,
              fmt::format("{} must be used by one server at a time", folder.string()));
}

SessionStore::SessionStore(fs::path data, v1::Durability usual)
    : data_(made_folder(std::move(data))), lock_(data_), usual_(usual) {}

v1::Durability SessionStore::durability_of(const v1::SessionSpec& spec) const {
  return spec.durability() == v1::DURABILITY_UNSPECIFIED ? usual_ : spec.durability();
}

/// Returns the folder of a session. The name of a session begins with the name of its collection.
SessionFolder SessionStore::folder_of(const SessionKey& key) const {
  return SessionFolder(tenant_folder(data_, key.tenant) / key.name);
}

void SessionStore::keep(Session& session, const std::shared_ptr<const Snapshot>& start) {
  if (session.spec().durability() == v1::DURABILITY_NONE) {
    if (start) session.start_from(start);
    return;
  }
  const SessionFolder folder = folder_of(session.key());
  const std::string bytes =
      stored_session_to_bytes({session.key(), session.spec(), session.origin().create_time, ""});
  const std::string digest = sha256(std::string_view(bytes));
  try {
    make_folders(folder.checkpoints());
    mark_incomplete(folder);
    session.recorded().record_to(
        std::make_unique<Journal>(folder, JournalStart{0, session.recorded().step_index(), 0},
                                  rules_of(session.spec(), digest), disk_));
    if (start) session.start_from(start);
    write_whole(folder.session(), bytes);
    fs::remove(folder.incomplete());
  } catch (...) {
    session.recorded().record_to(std::make_unique<NoRecorder>());
    remove(session.key());
    throw;
  }
}

void SessionStore::remove(const SessionKey& key) {
  const SessionFolder folder = folder_of(key);
  if (!fs::exists(folder.path())) return;
  mark_incomplete(folder);
  fs::remove(folder.session());  // after this a restart does not find the session
  sync_folder(folder.path());
  fs::remove_all(folder.path());
}

/// Returns the sessions with complete folders. Folders of sessions whose creation failed or that
/// were deleted are removed. All other entries are moved to another folder.
std::vector<SessionKey> SessionStore::stored_sessions() const {
  std::vector<SessionKey> keys;
  for (const std::string& tenant : tenants_in(data_)) {
    const fs::path collection = tenant_folder(data_, tenant) / kSessions;
    if (!fs::exists(collection)) continue;
    std::vector<fs::path> unknown;
    for (const auto& entry : fs::directory_iterator(collection)) {
      const SessionFolder folder(entry.path());
      if (fs::exists(folder.session())) {
        keys.push_back({tenant, kSessions + ("/" + entry.path().filename().string())});
      } else if (fs::exists(folder.incomplete())) {
        spdlog::info("{} is of a session that was not made or was deleted and is removed",
                     entry.path().string());
        fs::remove_all(entry.path());
      } else {
        unknown.push_back(entry.path());
      }
    }
    for (const fs::path& path : unknown) {
      set_aside(path, set_aside_folder(data_, tenant), "holds no session");
    }
  }
  return keys;
}

SessionStore::Recovered SessionStore::recover(const Builder& build, WorkerPool& stepping) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<SessionKey> keys = stored_sessions();
  Recovered recovered;
  std::mutex mutex;
  {
    WorkerPool workers(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    for (const SessionKey& key : keys) {
      workers.post([&] {
        FailedSession failed{key, {}, "", {}};
        try {
          const StoredSession stored = read_stored(folder_of(key), key);
          failed.spec = stored.spec;
          failed.create_time = stored.create_time;
          auto session = recover_one(stored, build, stepping);
          const std::lock_guard lock(mutex);
          recovered.sessions.push_back(std::move(session));
        } catch (const std::exception& error) {
          spdlog::error("{} of tenant {} cannot be recovered: {}", key.name, key.tenant,
                        error.what());
          failed.reason = without_paths(error.what());
          const std::lock_guard lock(mutex);
          recovered.failed.push_back(std::move(failed));
        }
      });
    }
  }  // the destructor waits for all tasks
  recovery_time_ = std::chrono::steady_clock::now() - start;
  if (!keys.empty()) {
    spdlog::info("{} sessions recovered in {:.3f} s, {} could not be", recovered.sessions.size(),
                 std::chrono::duration<double>(recovery_time()).count(), recovered.failed.size());
  }
  return recovered;
}

std::shared_ptr<Session> SessionStore::recover_one(const StoredSession& stored,
                                                   const Builder& build, WorkerPool& stepping) {
  const SessionFolder folder = folder_of(stored.key);
  fs::remove(folder.incomplete());
  make_folders(folder.checkpoints());
  remove_unfinished(folder.path());
  remove_unfinished(folder.checkpoints());
  SessionSetup setup = build(stored);
  setup.create_time = stored.create_time;
  auto session = std::make_shared<Session>(stored.key.name, std::move(setup), stepping);
  const Replayed replayed = replay_journal(folder, stored.digest, *session);
  recover_checkpoints(folder, *session);
  session->recorded().record_to(std::make_unique<Journal>(
      folder,
      JournalStart{replayed.next_segment, session->recorded().step_index(), replayed.snapshot},
      rules_of(stored.spec, stored.digest), disk_));
  session->recorded().recorder().store_snapshot(session->recorded().snapshot());
  return session;
}

}  // namespace raftup::server
