#include "server/security/refusals.hpp"

#include <spdlog/spdlog.h>

namespace raftup::server {

namespace {

std::string host_of(const std::string& peer) { return peer.substr(0, peer.rfind(':')); }

}  // namespace

void Refusals::add(const std::string& peer, const std::string& reason, const std::string& message) {
  {
    const std::lock_guard lock(mutex_);
    ++counts_[reason];
  }
  const std::string host = host_of(peer);
  if (log_.is_due(host + '\n' + reason)) spdlog::warn("refused {}: {}: {}", host, reason, message);
}

std::map<std::string, std::int64_t> Refusals::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace raftup::server
