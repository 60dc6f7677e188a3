#include "server/security/refusals.hpp"

#include <grpc/support/log.h>
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

namespace {

void log_message(gpr_log_func_args* message) {
  static OnceAnHour once;
  if (message->severity != GPR_LOG_SEVERITY_ERROR || !once.is_due(message->message)) return;
  spdlog::warn("grpc: {}", message->message);
}

}  // namespace

void route_grpc_log() { gpr_set_log_function(&log_message); }

}  // namespace raftup::server
