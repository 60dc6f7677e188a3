#pragma once

#include "raftup/v1/caller.pb.h"
#include "server/security/caller.hpp"

namespace raftup::server {

v1::AccessRole access_role_to_proto(AccessRole role);

/// Who calls and what his tenant may have, with this server's version. A pure function.
void caller_to_proto(const Caller& caller, const Quota& quota, v1::GetCallerResponse& message);

}  // namespace raftup::server
