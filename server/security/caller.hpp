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

/// What a caller may do within its tenant; each role includes the ones before it.
enum class AccessRole {
  kObserver,  ///< read sessions and databases
  kOperator,  ///< also create, step and delete sessions, and upload databases
  kAdmin,     ///< also delete databases
};

/// "observer", "operator" or "admin": the name of a role in files and messages.
const char* role_name(AccessRole role);

/// The tenant of all callers on a server without access control.
inline constexpr const char* kDefaultTenant = "default";

/// The identity of a caller. Objects of other tenants do not exist for it.
struct Caller {
  std::string tenant = kDefaultTenant;
  AccessRole role = AccessRole::kAdmin;
  std::string trace = {};  ///< W3C traceparent of the call, for the log; empty = none
};

/// Limits of a tenant, with the defaults for a tenant without an entry; "no limit" leaves the
/// limits that apply to every session.
struct Quota {
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

  std::int64_t sessions = kNoLimit;
  std::int64_t bodies = kNoLimit;       ///< of all its sessions together
  std::int64_t streams = kNoLimit;      ///< calls of Exchange and other long streams that are open
  std::int64_t checkpoints = kNoLimit;  ///< of all its sessions together
  std::int64_t database_bytes = kNoLimit;  ///< stored databases and announced uploads
  /// rate of calls; the calls of one second may come at
  std::int64_t requests_per_second = kNoLimit;
  /// calls of CreateSession and Linearize that compute or wait for their turn
  std::int64_t computations = 64;
  /// answers that wait for streams to be read
  std::int64_t unread_bytes = std::int64_t{256} << 20;
};

/// One T for every tenant, made when it is first used, so that tenants share nothing of T.
/// Thread-safe; references remain valid.
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
