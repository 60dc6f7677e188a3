/// @file Where the parts of a request stand in it.
#pragma once

#include <string>
#include <utility>

#include "server/base/service_error.hpp"

namespace raftup::server {

/// Runs `call` for a part of a request. Rules that the part breaks are named by their place in the
/// whole request, since sessions do not know by which message their orders have come.
/// @param path of the part in the request: "advance"
/// @throws what `call` throws; of a ServiceError with violations, the path of each begins with
/// `path`
template <typename Call>
auto in_field(const std::string& path, Call&& call) {
  try {
    return std::forward<Call>(call)();
  } catch (const ServiceError& error) {
    FieldViolations violations;
    for (const auto& [part, rule, value] : error.violations()) violations.add(part, rule, value);
    violations.throw_if_any(path);
    throw;
  }
}

}  // namespace raftup::server
