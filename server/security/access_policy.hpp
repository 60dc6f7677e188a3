#pragma once

#include <google/protobuf/descriptor.h>

#include <span>
#include <string>
#include <unordered_map>

#include "raftup/v1/exchange.pb.h"
#include "server/security/caller.hpp"

namespace raftup::server {

/// A call of the service and the lowest role that permits it.
struct CallRule {
  const char* method;  ///< full name of the call, such as "raftup.v1.SessionService.GetSession"
  AccessRole role;
};

/// The rules of all calls of the service. A call without a rule is refused for every caller.
std::span<const CallRule> call_rules();

/// The rules of all calls, by the message type of the request. The type identifies the call, since
/// every call has a request type of its own.
class AccessPolicy {
 public:
  /// Reads the rules that call_rules() returns.
  /// @throws Error(kInternal) if a rule contains the name of a call that does not exist
  AccessPolicy();

  /// Checks that the role of a caller permits a call.
  /// @param request message type of the call's request
  /// @throws ServiceError(kPermissionDenied) if the role of `caller` is too low, or if the call has
  ///         no rule
  void check(const Caller& caller, const google::protobuf::Descriptor& request) const;

 private:
  std::unordered_map<const google::protobuf::Descriptor*, CallRule> rules_;
};

/// Checks that a caller may attach to a session in a role: a caller with the access role observer
/// may attach only as an observer.
/// @throws ServiceError(kPermissionDenied)
void check_may_attach(const Caller& caller, v1::Role role);

}  // namespace raftup::server
