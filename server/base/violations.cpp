#include "server/base/violations.hpp"

#include <algorithm>

#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

std::string joined(const std::string& prefix, const std::string& path) {
  return prefix.empty() || path.empty() ? prefix + path : prefix + "." + path;
}

}  // namespace

void Violations::add(const std::string& path, const std::string& rule, const std::string& value) {
  const bool known =
      std::any_of(all_.begin(), all_.end(), [&](const auto& other) { return other.path == path; });
  if (!known) all_.push_back({path, rule, value});
}

bool Violations::expect(bool holds, const std::string& path, const std::string& rule,
                        const std::string& value) {
  if (!holds) add(path, rule, value);
  return holds;
}

void Violations::merge(const std::string& path, const Violations& part) {
  for (const auto& violation : part.all_) {
    add(joined(path, violation.path), violation.rule, violation.value);
  }
}

void Violations::throw_if_any(const std::string& prefix) const {
  if (all_.empty()) return;
  std::vector<solver::Violation> prefixed = all_;
  for (auto& violation : prefixed) violation.path = joined(prefix, violation.path);
  throw ServiceError(std::move(prefixed));
}

}  // namespace raftup::server
