#pragma once

#include <google/protobuf/descriptor.h>

#include <span>
#include <string>
#include <unordered_map>

#include "raftup/v1/exchange.pb.h"
#include "server/security/caller.hpp"

namespace raftup::server {

/// One call and the least role that may make it.
struct CallRule {
  const char* method;  ///< "raftup.v1.SessionService.GetSession"
  AccessRole role;
};

/// Every call of the service. One that is not in this table is refused to everybody.
std::span<const CallRule> call_rules();

/// The table by the type of the request, which is the same as by call: no two calls share one.
class AccessPolicy {
 public:
  /// @throws Error(kInternal) for a rule about a call that does not exist
  AccessPolicy();

  /// @param request type of the call's request
  /// @throws ServiceError(kPermissionDenied) where `caller` may not, or nobody may
  void check(const Caller& caller, const google::protobuf::Descriptor& request) const;

 private:
  std::unordered_map<const google::protobuf::Descriptor*, CallRule> rules_;
};

/// An observer attaches to streams as one.
/// @throws ServiceError(kPermissionDenied)
void check_may_attach(const Caller& caller, v1::Role role);

}  // namespace raftup::server
