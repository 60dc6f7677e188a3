#include "server/rpc/request_cache.hpp"

#include <fmt/format.h>

#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kIdByteLimit = 64;

}  // namespace

RequestCache::RequestCache(std::size_t capacity) : capacity_(capacity) {}

std::optional<std::string> RequestCache::begin(const std::string& request_id,
                                               const std::string& body) {
  if (request_id.size() > kIdByteLimit) {
    throw bad_field("request_id", fmt::format("must be at most {} bytes", kIdByteLimit),
                    fmt::format("{} bytes", request_id.size()));
  }
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = entries_.try_emplace(request_id, Entry{body, std::nullopt});
  if (is_new) return std::nullopt;
  if (entry->second.body != body) {
    throw ServiceError(
        Reason::kRequestIdReused,
        fmt::format("request_id must not come back with another body, got '{}'", request_id));
  }
  if (!entry->second.answer) {
    throw ServiceError(
        Reason::kRequestInProgress,
        fmt::format("the first request with request_id '{}' is being worked on", request_id));
  }
  return entry->second.answer;
}

void RequestCache::complete(const std::string& request_id, const std::string& answer) {
  const std::lock_guard lock(mutex_);
  entries_.at(request_id).answer = answer;
  completed_.push_back(request_id);
  if (completed_.size() <= capacity_) return;
  entries_.erase(completed_.front());
  completed_.pop_front();
}

void RequestCache::abandon(const std::string& request_id) {
  const std::lock_guard lock(mutex_);
  entries_.erase(request_id);
}

}  // namespace raftup::server
