/// @file systemd, or another manager of services, and the watchdog that it keeps.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "server/operation/periodic_thread.hpp"

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

/// Keeps a service manager's watchdog quiet for as long as the server answers: where it does not,
/// the manager starts it anew. Does nothing where nobody watches.
class Watchdog {
 public:
  /// @param manager must outlive it
  /// @param answers whether the server does, asked from outside; three times in each interval
  Watchdog(const ServiceManager& manager, std::function<bool()> answers);

  /// From now on the server need not answer: it takes no new connections while it ends.
  void end_probing() { probing_ = false; }

 private:
  void feed(const ServiceManager& manager, const std::function<bool()>& answers);

  std::atomic<bool> probing_{true};
  std::optional<PeriodicThread> thread_;
};

/// Whether a server answers at an address, asked from outside as any client would: over plaintext
/// grpc.health.v1 must say that it lives; over TLS a handshake must come to pass, since a client
/// without a certificate may come no further.
/// @param address actual, "HOST:PORT" or "unix:PATH"
bool answers(const std::string& address, bool speaks_tls, std::chrono::milliseconds timeout);

}  // namespace raftup::server
