#pragma once

#include <string>

namespace raftup::server {

/// What a caller may do within its tenant; each may do all that those before it may.
enum class AccessRole {
  kObserver,  ///< read sessions and databases
  kOperator,  ///< also create, step and delete sessions, and upload databases
  kAdmin,     ///< also delete databases
};

/// "observer", "operator" or "admin": how files and messages call a role.
const char* role_name(AccessRole role);

/// The tenant of everybody where the server asks nobody who he is.
inline constexpr const char* kDefaultTenant = "default";

/// Who makes a call. What belongs to another tenant does not exist for him.
struct Caller {
  std::string tenant = kDefaultTenant;
  AccessRole role = AccessRole::kAdmin;
  std::string trace = {};  ///< W3C traceparent of the call, for the log; empty = none
};

}  // namespace raftup::server
