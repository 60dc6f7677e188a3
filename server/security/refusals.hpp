/// @file What strangers cause the log to say, once an hour: calls that are refused, and what gRPC
/// itself has to tell.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace raftup::server {

/// Says of each key once an hour that it is worth a log line; of more keys than it remembers within
/// an hour it says nothing: the log has told enough by then. Thread-safe.
class OnceAnHour {
 public:
  bool is_due(const std::string& key);

 private:
  std::mutex mutex_;
  std::map<std::string, std::chrono::steady_clock::time_point> last_;
};

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

/// What gRPC itself has to say, such as why a TLS handshake failed, goes to our log from now on: a
/// message once an hour, so that strangers who knock again and again do not fill the disk.
void route_grpc_log();

}  // namespace raftup::server
