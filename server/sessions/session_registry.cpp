#include "server/sessions/session_registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "server/sessions/recording/session_name.hpp"

namespace raftup::server {

namespace {

constexpr auto kWatchPeriod = std::chrono::milliseconds(25);

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

bool is_session_id(const std::string& id) {
  return id.size() >= 4 && id.size() <= 63 && is_lower(id.front()) &&
         std::all_of(id.begin(), id.end(),
                     [](char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '-'; });
}

ServiceError not_found(const std::string& name) {
  return {Reason::kNotFound, fmt::format("session must exist, got '{}'", name)};
}

/// Appends up to `limit` names of a tenant's sessions that follow `after` in a map by SessionKey.
template <typename Map>
void append_names(const Map& sessions, const SessionKey& after, std::size_t limit,
                  std::vector<std::string>& names) {
  std::size_t count = 0;
  for (auto it = sessions.upper_bound(after);
       it != sessions.end() && it->first.tenant == after.tenant && count < limit; ++it, ++count) {
    names.push_back(it->first.name);
  }
}

}  // namespace

SessionRegistry::SessionRegistry(std::size_t session_limit)
    : session_limit_(session_limit), watcher_([this] { watch(); }) {}

SessionRegistry::~SessionRegistry() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stop_.notify_all();
  watcher_.join();
}

SessionRegistry::Reservation::Reservation(SessionRegistry& registry, SessionKey key)
    : registry_(registry), key_(std::move(key)) {}

SessionRegistry::Reservation::~Reservation() {
  const std::lock_guard lock(registry_.mutex_);
  registry_.reserved_.erase(key_);
}

SessionRegistry::Reservation SessionRegistry::reserve(const std::string& tenant,
                                                      const std::string& session_id) {
  const std::lock_guard lock(mutex_);
  if (draining_) throw ServiceError(Reason::kDraining, "the server is about to stop");
  if (!session_id.empty() && !is_session_id(session_id)) {
    throw bad_field("session_id", "must be 4 to 63 characters of [a-z0-9-], starting with a letter",
                    session_id);
  }
  const std::string id = session_id.empty() ? fmt::format("s{}", random_token()) : session_id;
  const SessionKey key{tenant, "sessions/" + id};
  if (sessions_.contains(key) || failed_.contains(key) || reserved_.contains(key)) {
    throw ServiceError(Reason::kSessionExists,
                       fmt::format("session_id must be new, got '{}'", session_id));
  }
  if (sessions_.size() + reserved_.size() >= session_limit_) {
    throw ServiceError(Reason::kQuotaSessions,
                       fmt::format("a server must have at most {} sessions", session_limit_));
  }
  reserved_.insert(key);
  return {*this, key};
}

void SessionRegistry::add(std::shared_ptr<Session> session) {
  const std::lock_guard lock(mutex_);
  statistics_.add(session->measures());
  sessions_.emplace(session->key(), session);
  if (draining_) session->strand().post([session] { session->drain(); });
}

void SessionRegistry::add_failed(FailedSession session) {
  const std::lock_guard lock(mutex_);
  failed_.emplace(session.key, std::move(session));
}

std::shared_ptr<Session> SessionRegistry::find(const SessionKey& key) const {
  const std::lock_guard lock(mutex_);
  if (const auto found = sessions_.find(key); found != sessions_.end()) return found->second;
  if (const auto found = failed_.find(key); found != failed_.end()) {
    throw ServiceError(Reason::kSessionFailed, fmt::format("{} could not be recovered: {}",
                                                           key.name, found->second.reason));
  }
  throw not_found(key.name);
}

std::optional<FailedSession> SessionRegistry::find_failed(const SessionKey& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = failed_.find(key);
  return found == failed_.end() ? std::nullopt : std::optional(found->second);
}

SessionRegistry::Reservation SessionRegistry::withdraw(const SessionKey& key,
                                                       std::shared_ptr<Session>& session) {
  const std::lock_guard lock(mutex_);
  if (const auto found = sessions_.find(key); found != sessions_.end()) {
    session = found->second;
    sessions_.erase(found);
  } else if (failed_.erase(key) == 0) {
    throw not_found(key.name);
  }
  reserved_.insert(key);
  return {*this, key};
}

std::vector<std::string> SessionRegistry::list(const std::string& tenant, const std::string& after,
                                               std::size_t limit) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  append_names(sessions_, {tenant, after}, limit, names);
  append_names(failed_, {tenant, after}, limit, names);
  std::sort(names.begin(), names.end());
  names.resize(std::min(names.size(), limit));
  return names;
}

std::map<SessionState, std::int64_t> SessionRegistry::states() const {
  std::map<SessionState, std::int64_t> states;
  const std::lock_guard lock(mutex_);
  for (const auto& [key, session] : sessions_) ++states[session->state()];
  return states;
}

void SessionRegistry::drain() {
  const std::lock_guard lock(mutex_);
  draining_ = true;
  for (const auto& [key, session] : sessions_) {
    session->strand().post_urgent([session = session] { session->drain(); });
  }
}

void SessionRegistry::watch() {
  std::unique_lock lock(mutex_);
  while (!stop_.wait_for(lock, kWatchPeriod, [this] { return stopping_; })) {
    ServingClock::tick();
    const auto now = Lease::Clock::now();
    for (const auto& [key, session] : sessions_) {
      if (!session->consume_due_timers(now)) continue;
      session->strand().post([session = session] { session->serve_timers(); });
    }
  }
}

}  // namespace raftup::server
