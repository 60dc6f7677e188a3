#include "server/sessions/session_registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "server/sessions/random_token.hpp"

namespace raftup::server {

namespace {

constexpr auto kWatchPeriod = std::chrono::milliseconds(25);

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

bool is_session_id(const std::string& id) {
  return id.size() >= 4 && id.size() <= 63 && is_lower(id.front()) &&
         std::all_of(id.begin(), id.end(),
                     [](char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '-'; });
}

}  // namespace

SessionRegistry::SessionRegistry(WorkerPool& pool, std::size_t session_limit)
    : pool_(pool), session_limit_(session_limit), watcher_([this] { watch(); }) {}

SessionRegistry::~SessionRegistry() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stop_.notify_all();
  watcher_.join();
}

void SessionRegistry::check_id(const std::string& tenant, const std::string& session_id) const {
  const std::lock_guard lock(mutex_);
  check_id_locked(tenant, session_id);
}

void SessionRegistry::check_id_locked(const std::string& tenant,
                                      const std::string& session_id) const {
  if (draining_) throw ServiceError(Reason::kDraining, "the server is about to stop");
  if (!session_id.empty() && !is_session_id(session_id)) {
    throw bad_field("session_id", "must be 4 to 63 characters of [a-z0-9-], starting with a letter",
                    session_id);
  }
  if (sessions_.contains({tenant, "sessions/" + session_id})) {
    throw ServiceError(Reason::kSessionExists,
                       fmt::format("session_id must be new, got '{}'", session_id));
  }
  if (sessions_.size() >= session_limit_) {
    throw ServiceError(Reason::kQuotaSessions,
                       fmt::format("a server must have at most {} sessions", session_limit_));
  }
}

std::shared_ptr<Session> SessionRegistry::add(const std::string& session_id, SessionSetup setup) {
  const std::lock_guard lock(mutex_);
  check_id_locked(setup.tenant, session_id);
  const std::string name = "sessions/" + (session_id.empty() ? "s" + random_token() : session_id);
  auto session = std::make_shared<Session>(name, std::move(setup), pool_);
  statistics_.add(session->measures());
  sessions_.emplace(std::pair(session->tenant(), name), session);
  return session;
}

std::shared_ptr<Session> SessionRegistry::find(const std::string& tenant,
                                               const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find({tenant, name});
  if (found == sessions_.end()) {
    throw ServiceError(Reason::kNotFound, fmt::format("session must exist, got '{}'", name));
  }
  return found->second;
}

void SessionRegistry::remove(const std::string& tenant, const std::string& name) {
  const std::shared_ptr<Session> session = find(tenant, name);
  {
    const std::lock_guard lock(mutex_);
    sessions_.erase({tenant, name});
  }
  session->strand().post([session] {
    session->close(ServiceError(Reason::kSessionDeleted, session->name() + " was deleted"));
  });
}

std::vector<std::shared_ptr<Session>> SessionRegistry::list(const std::string& tenant,
                                                            const std::string& after,
                                                            std::size_t limit) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Session>> sessions;
  for (auto it = sessions_.upper_bound({tenant, after});
       it != sessions_.end() && it->first.first == tenant && sessions.size() < limit; ++it) {
    sessions.push_back(it->second);
  }
  return sessions;
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
    session->strand().post([session = session] { session->drain(); });
  }
}

void SessionRegistry::watch() {
  std::unique_lock lock(mutex_);
  while (!stop_.wait_for(lock, kWatchPeriod, [this] { return stopping_; })) {
    const auto now = Lease::Clock::now();
    for (const auto& [key, session] : sessions_) {
      if (!session->take_attention(now)) continue;
      session->strand().post([session = session] { session->attend(); });
    }
  }
}

}  // namespace raftup::server
