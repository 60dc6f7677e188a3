/// @file Log lines that unauthenticated callers can cause, limited to one per hour: refused calls,
///         and messages of gRPC itself.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace raftup::server {

/// Decides, once an hour for each key, that it may be logged. If there are more keys within an hour
/// than it can remember, it permits no more. Thread-safe.
class OnceAnHour {
 public:
  bool is_due(const std::string& key);

 private:
  std::mutex mutex_;
  std::map<std::string, std::chrono::steady_clock::time_point> last_;
};

/// Calls that were refused because of the caller or the rate: counted by reason, and logged once an
/// hour for each peer and reason, so that a flood of refusals does not become a flood of log lines.
/// Thread-safe.
class Refusals {
 public:
  /// @param peer   as gRPC names it: "ipv4:10.0.0.7:41822"; its port is ignored
  /// @param reason "UNAUTHENTICATED"
  void add(const std::string& peer, const std::string& reason, const std::string& message);

  /// Number of refusals for each reason.
  std::map<std::string, std::int64_t> counts() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::int64_t> counts_;
  OnceAnHour log_;
};

/// Directs the messages of gRPC, such as the reason of a failed TLS handshake, to our log: each
/// message once an hour, so that repeated attempts do not fill the disk.
void route_grpc_log();

}  // namespace raftup::server
