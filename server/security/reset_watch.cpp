#include "server/security/reset_watch.hpp"

namespace raftup::server {

bool ResetWatch::add(const std::string& peer) {
  const auto now = std::chrono::steady_clock::now();
  const std::lock_guard lock(mutex_);
  if (now - second_ > std::chrono::seconds(1)) {
    counts_.clear();
    second_ = now;
  }
  return ++counts_[peer] == kMostPerSecond + 1;
}

}  // namespace raftup::server
