/// @file Communication with systemd or another service manager, and with its watchdog.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "server/operation/periodic_thread.hpp"

namespace raftup::server {

/// Sends the state of this process to the service manager that started it, such as systemd:
/// datagrams to the Unix socket that the environment variable NOTIFY_SOCKET names, see
/// sd_notify(3). Does nothing if there is no such variable. Thread-safe.
class ServiceManager {
 public:
  /// Reads the environment variables of the service manager and removes them, so that child
  /// processes do not inherit them.
  ServiceManager();

  /// Sends a state.
  /// @param state assignments, one per line, such as "READY=1\nSTATUS=serving"
  void notify(const std::string& state) const;

  /// Largest interval between two messages WATCHDOG=1; none if the service manager has no watchdog.
  std::optional<std::chrono::milliseconds> watchdog_interval() const { return watchdog_interval_; }

 private:
  std::string socket_;  ///< "/path" or "@abstract"; empty = no service manager
  std::optional<std::chrono::milliseconds> watchdog_interval_;
};

/// Sends messages to the watchdog of a service manager as long as the server answers requests. If
/// the messages stop, the service manager restarts the server. Does nothing if there is no
/// watchdog.
class Watchdog {
 public:
  /// @param manager must outlive this object
  /// @param answers tests through a connection of its own whether the server answers; called three
  ///         times per watchdog interval
  Watchdog(const ServiceManager& manager, std::function<bool()> answers);

  /// Ends the tests: messages are sent from now on without a test, since a server that is stopping
  /// accepts no new connections.
  void end_probing() { probing_ = false; }

 private:
  void feed(const ServiceManager& manager, const std::function<bool()>& answers);

  std::atomic<bool> probing_{true};
  std::optional<PeriodicThread> thread_;
};

/// Tests whether a server answers a new connection, as any client would see it. Without TLS the
/// health service grpc.health.v1 must report SERVING. With TLS the server must answer a handshake,
/// possibly by refusing it, since a client without a certificate can do no more.
/// @param address actual address of the server, "HOST:PORT" or "unix:PATH"
bool answers(const std::string& address, bool speaks_tls, std::chrono::milliseconds timeout);

}  // namespace raftup::server
