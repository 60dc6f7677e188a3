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

/// A session that could not be recovered: all that is left is to look at it and to delete it.
struct FailedSession {
  SessionKey key;
  v1::SessionSpec spec;
  std::string reason;
  std::chrono::system_clock::time_point create_time;
};

/// The sessions of a server by tenant and name. Thread-safe.
/// Its watcher has sessions serve their timers: waits, leases, silence.
class SessionRegistry {
 public:
  /// @param session_limit cap on the sessions alive at once
  explicit SessionRegistry(std::size_t session_limit);
  ~SessionRegistry();
  SessionRegistry(const SessionRegistry&) = delete;
  SessionRegistry& operator=(const SessionRegistry&) = delete;

  /// A name that nobody else gets while this object lives.
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

  /// Reserves the name of a session to be; it counts as one of the sessions alive.
  /// @param session_id empty = an id of the server's choice
  /// @throws ServiceError(kBadField, kSessionExists, kQuotaSessions, kDraining)
  Reservation reserve(const std::string& tenant, const std::string& session_id);

  /// From now on find() and list() know it. Its name is reserved, or it was there before a restart.
  void add(std::shared_ptr<Session> session);
  void add_failed(FailedSession session);

  /// @throws ServiceError(kNotFound), ServiceError(kSessionFailed) where it could not be recovered
  std::shared_ptr<Session> find(const SessionKey& key) const;
  /// One that could not be recovered; none where there is no such.
  std::optional<FailedSession> find_failed(const SessionKey& key) const;

  /// Forgets a session, whose name stays reserved until its files are gone too.
  /// @param session what was found; null where it could not be recovered
  /// @throws ServiceError(kNotFound)
  Reservation withdraw(const SessionKey& key, std::shared_ptr<Session>& session);

  /// Up to `limit` names of a tenant's sessions after the name `after`, in order.
  std::vector<std::string> list(const std::string& tenant, const std::string& after,
                                std::size_t limit) const;

  /// How many sessions there are in each state.
  std::map<SessionState, std::int64_t> states() const;
  /// What all sessions, also those deleted since, have measured.
  SessionStatistics& statistics() { return statistics_; }

  /// Refuses new sessions and lets every stream go at the end of its step.
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
