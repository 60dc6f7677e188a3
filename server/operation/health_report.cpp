#include "server/operation/health_report.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <array>
#include <utility>

namespace raftup::server {

namespace {

constexpr std::array<const char*, 2> kServices = {"raftup.v1.SessionService",
                                                  "raftup.v1.DatabaseService"};

}  // namespace

HealthReport::HealthReport(const Readiness& readiness, grpc::HealthCheckServiceInterface& health)
    : readiness_(readiness), health_(health) {}

void HealthReport::update() {
  std::string faults;
  for (const auto& check : readiness_.checks()) {
    if (!check.fault.empty()) faults += (faults.empty() ? "" : "; ") + check.fault;
  }
  const std::lock_guard lock(mutex_);
  if (std::exchange(faults_, faults) == faults) return;
  for (const char* service : kServices) health_.SetServingStatus(service, faults.empty());
  if (faults.empty()) {
    spdlog::info("ready");
  } else {
    spdlog::warn("not ready: {}", faults);
  }
}

AdminEndpoint::Page readiness_page(const Readiness& readiness) {
  const auto checks = readiness.checks();
  std::string text;
  for (const auto& check : checks) {
    text += fmt::format("{}: {}\n", check.name, check.fault.empty() ? "ok" : check.fault);
  }
  return {Readiness::all_pass(checks) ? 200 : 503, text};
}

}  // namespace raftup::server
