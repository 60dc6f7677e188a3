#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "server/sessions/session.hpp"

namespace raftup::server {

/// The sessions of a server by tenant and name, "sessions/{id}": names are unique within a tenant,
/// and what belongs to another one cannot be found. Thread-safe.
/// Its watcher has sessions attend to what no message triggers: waits, leases, silence.
class SessionRegistry {
 public:
  /// @param session_limit cap on the sessions alive at once
  SessionRegistry(WorkerPool& pool, std::size_t session_limit);
  ~SessionRegistry();
  SessionRegistry(const SessionRegistry&) = delete;
  SessionRegistry& operator=(const SessionRegistry&) = delete;

  /// Whether a session could be added under this id now; empty = an id of the server's choice.
  /// @throws ServiceError(kBadField, kSessionExists, kQuotaSessions, kDraining)
  void check_id(const std::string& tenant, const std::string& session_id) const;

  /// For the tenant that `setup` names.
  /// @throws what check_id() throws
  std::shared_ptr<Session> add(const std::string& session_id, SessionSetup setup);

  /// @throws ServiceError(kNotFound)
  std::shared_ptr<Session> find(const std::string& tenant, const std::string& name) const;

  /// Takes it out and closes its streams.
  /// @throws ServiceError(kNotFound)
  void remove(const std::string& tenant, const std::string& name);

  /// Up to `limit` sessions of a tenant with a name after `after`, ordered by name.
  std::vector<std::shared_ptr<Session>> list(const std::string& tenant, const std::string& after,
                                             std::size_t limit) const;

  /// How many sessions there are in each state.
  std::map<SessionState, std::int64_t> states() const;
  /// What all sessions, also those deleted since, have measured.
  SessionStatistics& statistics() { return statistics_; }

  /// Refuses new sessions and lets every stream go at the end of its step.
  void drain();

 private:
  void check_id_locked(const std::string& tenant, const std::string& session_id) const;
  void watch();

  WorkerPool& pool_;
  std::size_t session_limit_;
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, std::shared_ptr<Session>> sessions_;
  SessionStatistics statistics_;
  bool draining_ = false;
  bool stopping_ = false;
  std::condition_variable stop_;
  std::thread watcher_;
};

}  // namespace raftup::server
