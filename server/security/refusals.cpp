#include "server/security/refusals.hpp"

#include <spdlog/spdlog.h>

#include <chrono>

namespace raftup::server {

namespace {

constexpr std::chrono::nanoseconds kLogInterval = std::chrono::hours(1);
constexpr std::size_t kMostRemembered = 4096;  ///< pairs of peer and reason

std::string host_of(const std::string& peer) { return peer.substr(0, peer.rfind(':')); }

}  // namespace

void Refusals::add(const std::string& peer, const std::string& reason, const std::string& message) {
  const std::string host = host_of(peer);
  {
    const std::lock_guard lock(mutex_);
    ++counts_[reason];
    if (!is_due(host, reason)) return;
  }
  spdlog::warn("refused {}: {}: {}", host, reason, message);
}

bool Refusals::is_due(const std::string& peer, const std::string& reason) {
  const std::int64_t now = std::chrono::steady_clock::now().time_since_epoch().count();
  if (logged_ns_.size() >= kMostRemembered) {
    std::erase_if(logged_ns_,
                  [&](const auto& entry) { return now - entry.second > kLogInterval.count(); });
  }
  // So many peers within the hour: an attack that the log has told of already.
  if (logged_ns_.size() >= kMostRemembered) return false;
  const auto [entry, is_new] = logged_ns_.try_emplace({peer, reason}, now);
  if (is_new) return true;
  if (now - entry->second < kLogInterval.count()) return false;
  entry->second = now;
  return true;
}

std::map<std::string, std::int64_t> Refusals::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace raftup::server
