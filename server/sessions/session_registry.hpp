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

/// A stored session that could not be recovered after a restart. It can only be inspected and
/// deleted.
struct FailedSession {
  SessionKey key;
  v1::SessionSpec spec;
  std::string reason;
  std::chrono::system_clock::time_point create_time;
};

/// The sessions of a server, by tenant and name. Thread-safe. The registry has a thread that polls
/// all sessions every 25 ms and queues Session::serve_timers() where it is due.
class SessionRegistry {
 public:
  /// @param session_limit largest number of sessions that may exist at once
  explicit SessionRegistry(std::size_t session_limit);
  ~SessionRegistry();
  SessionRegistry(const SessionRegistry&) = delete;
  SessionRegistry& operator=(const SessionRegistry&) = delete;

  /// Reserves a name: no other session can be created with it while this object exists.
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

  /// Reserves the name of a new session. The reservation counts towards the limit of sessions.
  /// @param session_id id that the client requests; empty = the server chooses one
  /// @throws ServiceError(kBadField, kSessionExists, kQuotaSessions, kDraining)
  Reservation reserve(const std::string& tenant, const std::string& session_id);

  /// Adds a session, so that find() and list() return it. Its name must be reserved, unless the
  /// session is recovered after a restart.
  void add(std::shared_ptr<Session> session);
  void add_failed(FailedSession session);

  /// Returns the session of this name.
  /// @throws ServiceError(kNotFound); ServiceError(kSessionFailed) if the session could not be
  ///         recovered
  std::shared_ptr<Session> find(const SessionKey& key) const;
  /// Returns the session of this name that could not be recovered; none if there is no such
  /// session.
  std::optional<FailedSession> find_failed(const SessionKey& key) const;

  /// Removes a session from the registry. Its name stays reserved while the returned object exists,
  /// so that the session's files can be deleted before the name is used again.
  /// @param session set to the removed session; left unchanged if it is a session that could not be
  ///         recovered
  /// @throws ServiceError(kNotFound)
  Reservation withdraw(const SessionKey& key, std::shared_ptr<Session>& session);

  /// Returns the names of a tenant's sessions that come after the name `after` in alphabetical
  /// order, sorted, at most `limit` names.
  std::vector<std::string> list(const std::string& tenant, const std::string& after,
                                std::size_t limit) const;

  /// Number of sessions in each state. Sessions that could not be recovered are not counted.
  std::map<SessionState, std::int64_t> states() const;
  /// Measurements of all sessions, including deleted sessions.
  SessionStatistics& statistics() { return statistics_; }

  /// Refuses new sessions and drains every session, see Session::drain(). A step in progress is
  /// interrupted.
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
