/// @file Puts the path of a field of a request in front of the paths of rules that are violated
///         within this field, so that the client sees whole paths.
#pragma once

#include <string>
#include <utility>

#include "server/base/service_error.hpp"

namespace raftup::server {

/// Calls `call` for a part of a request. If it throws violated fields, their paths are completed to
/// paths in the whole request, since the called functions do not have the path of the part.
/// @param path path of the part in the request, such as "advance"
/// @returns the result of `call`
/// @throws the exception that `call` throws; in a ServiceError the path of each violation begins
///         with `path`
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
