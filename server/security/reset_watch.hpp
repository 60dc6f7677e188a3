#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

namespace raftup::server {

/// Counts calls that were cancelled before anybody could look at them, by connection. A client that
/// begins calls and cancels them at once costs the server far more than itself (CVE-2023-44487);
/// honest ones do it rarely. Thread-safe.
class ResetWatch {
 public:
  static constexpr int kMostPerSecond = 200;

  /// One such call.
  /// @param peer as gRPC names it, with its port
  /// @returns whether the connection has passed kMostPerSecond just now
  bool add(const std::string& peer);

 private:
  std::mutex mutex_;
  std::map<std::string, int> counts_;  ///< of this second
  std::chrono::steady_clock::time_point second_;
};

}  // namespace raftup::server
