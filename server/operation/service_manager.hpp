#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace raftup::server {

/// systemd, or whatever started this process and wants to be told of its state: datagrams to the
/// Unix socket that NOTIFY_SOCKET names, see sd_notify(3). Does nothing where there is none.
/// Thread-safe.
class ServiceManager {
 public:
  /// Reads the environment and takes the names out of it, so that no child speaks in our name.
  ServiceManager();

  /// @param state assignments, one a line: "READY=1\nSTATUS=serving"
  void notify(const std::string& state) const;

  /// How often WATCHDOG=1 must come at least; none where nobody waits for it.
  std::optional<std::chrono::milliseconds> watchdog_interval() const { return watchdog_interval_; }

 private:
  std::string socket_;  ///< "/path" or "@abstract"; empty = nobody
  std::optional<std::chrono::milliseconds> watchdog_interval_;
};

}  // namespace raftup::server
