#include "server/rpc/caller_convert.hpp"

namespace raftup::server {

namespace {

void quota_to_proto(const Quota& quota, v1::Quota& message) {
  const auto set = [&message](std::int64_t limit, void (v1::Quota::*field)(std::int64_t)) {
    if (limit != Quota::kNoLimit) (message.*field)(limit);
  };
  set(quota.sessions, &v1::Quota::set_sessions);
  set(quota.bodies, &v1::Quota::set_bodies);
  set(quota.streams, &v1::Quota::set_streams);
  set(quota.checkpoints, &v1::Quota::set_checkpoints);
  set(quota.database_bytes, &v1::Quota::set_database_bytes);
  set(quota.requests_per_second, &v1::Quota::set_requests_per_second);
}

}  // namespace

v1::AccessRole access_role_to_proto(AccessRole role) {
  switch (role) {
    case AccessRole::kObserver:
      return v1::ACCESS_ROLE_OBSERVER;
    case AccessRole::kOperator:
      return v1::ACCESS_ROLE_OPERATOR;
    case AccessRole::kAdmin:
      return v1::ACCESS_ROLE_ADMIN;
  }
  return v1::ACCESS_ROLE_UNSPECIFIED;
}

void caller_to_proto(const Caller& caller, const Quota& quota, v1::GetCallerResponse& message) {
  message.set_tenant(caller.tenant);
  message.set_role(access_role_to_proto(caller.role));
  quota_to_proto(quota, *message.mutable_quota());
  message.set_server_version(RAFTUP_VERSION);
}

}  // namespace raftup::server
