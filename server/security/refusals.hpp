/// @file Limits of the log lines that callers without authentication can cause. Refused calls and
///         messages of gRPC are logged once an hour each.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace raftup::server {

/// Permits each key once an hour. At most 4096 keys are remembered; while that many keys are in
/// use, no new key is permitted. Thread-safe.
class OnceAnHour {
 public:
  /// Returns true if `key` has not been permitted within the last hour.
  bool is_due(const std::string& key);

 private:
  std::mutex mutex_;
  std::map<std::string, std::chrono::steady_clock::time_point> last_;
};

/// Counts calls that were refused because of the caller or the request rate, by reason. A refusal
/// is logged once an hour for each combination of peer and reason, so that a flood of refused calls
/// does not fill the log. Thread-safe.
class Refusals {
 public:
  /// Counts a refusal and logs it if that is due.
  /// @param peer caller in the notation of gRPC, such as "ipv4:10.0.0.7:41822"; the port is ignored
  /// @param reason name of the reason, such as "UNAUTHENTICATED"
  void add(const std::string& peer, const std::string& reason, const std::string& message);

  /// Number of refused calls for each reason.
  std::map<std::string, std::int64_t> counts() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::int64_t> counts_;
  OnceAnHour log_;
};

/// Directs error messages of gRPC, such as the cause of a failed TLS handshake, to the log of the
/// server. Each message is logged once an hour, so that repeated attempts do not fill the disk.
void route_grpc_log();

}  // namespace raftup::server
