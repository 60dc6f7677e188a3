/// @file Paths of the parts of a request.
#pragma once

#include <string>
#include <utility>

#include "server/base/service_error.hpp"

namespace raftup::server {

/// Calls `call` for a part of a request. Paths of broken rules are completed to paths in the whole
/// request, since sessions do not know which message contains their orders.
/// @param path of the part in the request: "advance"
/// @throws what `call` throws; the path of each violation of a ServiceError begins with `path`
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
