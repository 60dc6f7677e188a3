#include "server/security/once_an_hour.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kMostRemembered = 4096;

}  // namespace

bool OnceAnHour::is_due(const std::string& key) {
  const auto now = std::chrono::steady_clock::now();
  const auto is_over = [&](const auto& entry) {
    return now - entry.second >= std::chrono::hours(1);
  };
  const std::lock_guard lock(mutex_);
  if (last_.size() >= kMostRemembered) std::erase_if(last_, is_over);
  const auto found = last_.find(key);
  if (found == last_.end()) return last_.size() < kMostRemembered && last_.emplace(key, now).second;
  if (!is_over(*found)) return false;
  found->second = now;
  return true;
}

}  // namespace raftup::server
