#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "server/sessions/session.hpp"

namespace raftup::server {

/// A session that could not be recovered. It can only be inspected and deleted.
struct FailedSession {
  SessionKey key;
  v1::SessionSpec spec;
  std::string reason;
  std::chrono::system_clock::time_point create_time;
};

/// The sessions of a server by tenant and name. Thread-safe.
/// A thread of its own calls Session::serve_timers() for waits, leases and silent participants.
class SessionRegistry {
 public:
  /// @param session_limit cap on the sessions alive at once
  explicit SessionRegistry(std::size_t session_limit);
  ~SessionRegistry();
  SessionRegistry(const SessionRegistry&) = delete;
  SessionRegistry& operator=(const SessionRegistry&) = delete;

  /// Keeps a name from being given to another session while this object exists.
  class Reservation {
   public:
    Reservation(SessionRegistry& registry, SessionKey key);
    ~Reservation();
    Reservation(const Reservation&) = delete;
    Reservation& operator=(const Reservation&) = delete;
    const SessionKey& key() const { return key_; }

   private:
    SessionRegistry& registry_;
    SessionKey key_;
  };

  /// Reserves the name of a new session. It counts towards the limit of sessions.
  /// @param session_id empty = an id of the server's choice
  /// @throws ServiceError(kBadField, kSessionExists, kQuotaSessions, kDraining)
  Reservation reserve(const std::string& tenant, const std::string& session_id);

  /// Adds a session, so that find() and list() return it. Its name must be reserved, unless the
  /// session is recovered after a restart.
  void add(std::shared_ptr<Session> session);
  void add_failed(FailedSession session);

  /// Returns the session of this name.
  /// @throws ServiceError(kNotFound), ServiceError(kSessionFailed) if it could not be recovered
  std::shared_ptr<Session> find(const SessionKey& key) const;
  /// A session that could not be recovered, if there is one of this name.
  std::optional<FailedSession> find_failed(const SessionKey& key) const;

  /// Removes a session. Its name stays reserved while the result exists, so that its files can be
  /// deleted first.
  /// @param session set to the removed session; null if it could not be recovered
  /// @throws ServiceError(kNotFound)
  Reservation withdraw(const SessionKey& key, std::shared_ptr<Session>& session);

  /// Up to `limit` names of a tenant's sessions after the name `after`, in order.
  std::vector<std::string> list(const std::string& tenant, const std::string& after,
                                std::size_t limit) const;

  /// Number of sessions in each state.
  std::map<SessionState, std::int64_t> states() const;
  /// Measurements of all sessions, deleted ones included.
  SessionStatistics& statistics() { return statistics_; }

  /// Refuses new sessions and closes every stream at the end of its present step.
  void drain();

 private:
  void watch();

  std::size_t session_limit_;
  mutable std::mutex mutex_;
  std::map<SessionKey, std::shared_ptr<Session>> sessions_;
  std::map<SessionKey, FailedSession> failed_;
  std::set<SessionKey> reserved_;
  SessionStatistics statistics_;
  bool draining_ = false;
  bool stopping_ = false;
  std::condition_variable stop_;
  std::thread watcher_;
};

}  // namespace raftup::server
