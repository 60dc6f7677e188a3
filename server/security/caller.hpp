#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace raftup::server {

/// The role of a caller, which determines the calls that it may make within its tenant. Each role
/// includes the rights of the roles before it.
enum class AccessRole {
  kObserver,  ///< may read sessions and databases
  kOperator,  ///< may also create, step and delete sessions, and upload databases
  kAdmin,     ///< may also delete databases
};

/// "observer", "operator" or "admin": the name of a role in files and messages.
const char* role_name(AccessRole role);

/// The tenant of all callers of a server without an access file.
inline constexpr const char* kDefaultTenant = "default";

/// The identity of a caller. A caller has access only to the sessions and databases of its tenant.
struct Caller {
  std::string tenant = kDefaultTenant;
  AccessRole role = AccessRole::kAdmin;
  std::string trace = {};  ///< W3C traceparent of the call, for the log; empty = none
};

/// The limits of a tenant. The values here apply to a tenant without an entry in the access file.
/// Limits that apply to every session hold in addition.
struct Quota {
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

  std::int64_t sessions = kNoLimit;
  std::int64_t bodies = kNoLimit;       ///< bodies of all sessions of the tenant together
  std::int64_t streams = kNoLimit;      ///< open calls of Exchange and of other long streams
  std::int64_t checkpoints = kNoLimit;  ///< checkpoints of all sessions of the tenant together
  /// Size of stored databases and of announced uploads [bytes].
  std::int64_t database_bytes = kNoLimit;
  /// Rate of calls [1/s]. All calls that are permitted within one second may arrive at once.
  std::int64_t requests_per_second = kNoLimit;
  /// Number of calls of CreateSession and Linearize that are computing or waiting for their turn.
  std::int64_t computations = 64;
  /// Size of all messages that wait to be read by the tenant's streams [bytes].
  std::int64_t unread_bytes = std::int64_t{256} << 20;
};

/// One object of type T for each tenant, so that tenants share nothing. An object is made when it
/// is first used. Thread-safe; references to the objects remain valid.
template <typename T>
class PerTenant {
 public:
  using Make = std::function<std::unique_ptr<T>(const std::string& tenant)>;

  explicit PerTenant(Make make) : make_(std::move(make)) {}

  T& of(const std::string& tenant) {
    const std::lock_guard lock(mutex_);
    auto& entry = entries_[tenant];
    if (!entry) entry = make_(tenant);
    return *entry;
  }

 private:
  Make make_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<T>> entries_;
};

}  // namespace raftup::server
