#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "server/security/once_an_hour.hpp"

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
  mutable std::mutex mutex_;
  std::map<std::string, std::int64_t> counts_;
  OnceAnHour log_;
};

}  // namespace raftup::server
