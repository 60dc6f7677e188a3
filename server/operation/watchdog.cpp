#include "server/operation/watchdog.hpp"

#include <spdlog/spdlog.h>

#include <utility>

namespace raftup::server {

Watchdog::Watchdog(const ServiceManager& manager, std::function<bool()> answers) {
  const auto interval = manager.watchdog_interval();
  if (!interval) return;
  thread_.emplace(*interval / 3,
                  [this, &manager, answers = std::move(answers)] { feed(manager, answers); });
}

void Watchdog::feed(const ServiceManager& manager, const std::function<bool()>& answers) {
  const bool asked = probing_;
  if (!asked || answers()) {
    manager.notify("WATCHDOG=1");
  } else if (probing_) {  // else it ended meanwhile
    spdlog::error("the server does not answer at its own address");
  }
}

}  // namespace raftup::server
