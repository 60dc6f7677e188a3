#pragma once

#include <google/protobuf/descriptor.h>

#include <span>
#include <string>
#include <unordered_map>

#include "raftup/v1/exchange.pb.h"
#include "server/security/caller.hpp"

namespace raftup::server {

/// One call and the least role that it needs.
struct CallRule {
  const char* method;  ///< "raftup.v1.SessionService.GetSession"
  AccessRole role;
};

/// Every call of the service. A call that is not in this table is refused to everybody.
std::span<const CallRule> call_rules();

/// The table by the type of the request, which identifies the call, since no two calls share a
/// type.
class AccessPolicy {
 public:
  /// Reads the table of calls and the rights that they need.
  /// @throws Error(kInternal) if a rule names a call that does not exist
  AccessPolicy();

  /// @param request type of the call's request
  /// @throws ServiceError(kPermissionDenied) if `caller`, or everybody, is not permitted to make
  ///         the call
  void check(const Caller& caller, const google::protobuf::Descriptor& request) const;

 private:
  std::unordered_map<const google::protobuf::Descriptor*, CallRule> rules_;
};

/// Checks the role of a stream: a caller with the role observer may attach as an observer only.
/// @throws ServiceError(kPermissionDenied)
void check_may_attach(const Caller& caller, v1::Role role);

}  // namespace raftup::server
