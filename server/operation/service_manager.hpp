/// @file Communication with systemd or another service manager, and with its watchdog.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "server/operation/periodic_thread.hpp"

namespace raftup::server {

/// The service manager that started this process and wants to know its state: datagrams to the Unix
/// socket in NOTIFY_SOCKET, see sd_notify(3). Does nothing if there is none. Thread-safe.
class ServiceManager {
 public:
  /// Reads the environment variables and removes them, so that no child process uses them.
  ServiceManager();

  /// @param state assignments, one a line: "READY=1\nSTATUS=serving"
  void notify(const std::string& state) const;

  /// Largest interval between two messages WATCHDOG=1; nothing if there is no watchdog.
  std::optional<std::chrono::milliseconds> watchdog_interval() const { return watchdog_interval_; }

 private:
  std::string socket_;  ///< "/path" or "@abstract"; empty = nobody
  std::optional<std::chrono::milliseconds> watchdog_interval_;
};

/// Sends messages to a service manager's watchdog as long as the server answers; if it does not,
/// the manager restarts it. Does nothing without a watchdog.
class Watchdog {
 public:
  /// @param manager must outlive this object
  /// @param answers tests whether the server answers, from outside; called three times in each
  ///         interval
  Watchdog(const ServiceManager& manager, std::function<bool()> answers);

  /// From now on the server need not answer, since it takes no new connections while it stops.
  void end_probing() { probing_ = false; }

 private:
  void feed(const ServiceManager& manager, const std::function<bool()>& answers);

  std::atomic<bool> probing_{true};
  std::optional<PeriodicThread> thread_;
};

/// True if a server answers at an address, tested from outside as by any client: over plaintext
/// grpc.health.v1 must report that it is serving; over TLS a handshake must succeed, since a client
/// without a certificate can do no more.
/// @param address the actual address, "HOST:PORT" or "unix:PATH"
bool answers(const std::string& address, bool speaks_tls, std::chrono::milliseconds timeout);

}  // namespace raftup::server
