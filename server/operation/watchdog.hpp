#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "server/operation/periodic_thread.hpp"
#include "server/operation/service_manager.hpp"

namespace raftup::server {

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

}  // namespace raftup::server
