#include "server/base/service_error.hpp"

#include <fmt/format.h>

#include <algorithm>
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

namespace {

std::string joined(const std::string& prefix, const std::string& path) {
  return prefix.empty() || path.empty() ? prefix + path : prefix + "." + path;
}

}  // namespace

namespace {

/// Largest number of violations that are kept. A message can break a million rules, and each new
/// violation is compared with all earlier ones.
constexpr std::size_t kMostKept = 1000;

}  // namespace

void FieldViolations::add(const std::string& path, const std::string& rule,
                          const std::string& value) {
  if (all_.size() >= kMostKept) return;
  const bool known =
      std::any_of(all_.begin(), all_.end(), [&](const auto& other) { return other.path == path; });
  if (known) return;
  all_.push_back({path, rule, value});
  if (all_.size() == kMostKept) all_.push_back({"", "and more rules are broken", ""});
}

void FieldViolations::add(const std::vector<solver::Violation>& rules) {
  for (const solver::Violation& broken : rules) add(broken.path, broken.rule, broken.value);
}

bool FieldViolations::expect(bool holds, const std::string& path, const std::string& rule,
                             const std::string& value) {
  if (!holds) add(path, rule, value);
  return holds;
}

void FieldViolations::merge(const std::string& path, const FieldViolations& part) {
  for (const auto& violation : part.all_) {
    add(joined(path, violation.path), violation.rule, violation.value);
  }
}

void FieldViolations::throw_if_any(const std::string& prefix) const {
  if (all_.empty()) return;
  std::vector<solver::Violation> prefixed = all_;
  for (auto& violation : prefixed) violation.path = joined(prefix, violation.path);
  throw ServiceError(std::move(prefixed));
}

}  // namespace raftup::server
