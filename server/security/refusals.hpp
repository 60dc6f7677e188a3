#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace raftup::server {

/// Calls that were refused for who made them or how often: counted by reason, and logged once an
/// hour for each peer and reason, so that a flood of refusals is no flood of log lines.
/// Thread-safe.
class Refusals {
 public:
  /// @param peer   as gRPC names it: "ipv4:10.0.0.7:41822"; its port does not count
  /// @param reason "UNAUTHENTICATED"
  void add(const std::string& peer, const std::string& reason, const std::string& message);

  /// How often each reason was given.
  std::map<std::string, std::int64_t> counts() const;

 private:
  bool is_due(const std::string& peer, const std::string& reason);

  mutable std::mutex mutex_;
  std::map<std::string, std::int64_t> counts_;
  std::map<std::pair<std::string, std::string>, std::int64_t> logged_ns_;  ///< by peer and reason
};

}  // namespace raftup::server
