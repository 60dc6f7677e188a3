#include "server/base/service_error.hpp"

#include <fmt/format.h>

#include <utility>

namespace raftup::server {

namespace {

std::string listing(const std::vector<solver::Violation>& violations) {
  std::string text;
  for (const auto& violation : violations) {
    if (!text.empty()) text += '\n';
    text += fmt::format("{} {}", violation.path, violation.rule);
    if (!violation.value.empty()) text += fmt::format(", got {}", violation.value);
  }
  return text;
}

}  // namespace

ServiceError::ServiceError(Reason reason, const std::string& message)
    : std::runtime_error(message), reason_(reason) {}

ServiceError::ServiceError(std::vector<solver::Violation> violations)
    : std::runtime_error(listing(violations)),
      reason_(Reason::kBadField),
      violations_(std::move(violations)) {}

ServiceError ServiceError::with(const std::string& key, const std::string& value) const {
  ServiceError copy = *this;
  copy.metadata_[key] = value;
  return copy;
}

ServiceError ServiceError::retry_after(std::chrono::milliseconds delay) const {
  ServiceError copy = *this;
  copy.retry_delay_ = delay;
  return copy;
}

ServiceError bad_field(const std::string& path, const std::string& rule, const std::string& value) {
  return ServiceError(std::vector<solver::Violation>{{path, rule, value}});
}

}  // namespace raftup::server
