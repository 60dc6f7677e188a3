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

/// What a tenant may have at once where its entry says nothing else; "no limit" leaves the caps
/// that hold for every session.
struct Quota {
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

  std::int64_t sessions = kNoLimit;
  std::int64_t bodies = kNoLimit;       ///< of all its sessions together
  std::int64_t streams = kNoLimit;      ///< calls of Exchange and other long streams that are open
  std::int64_t checkpoints = kNoLimit;  ///< of all its sessions together
  std::int64_t database_bytes = kNoLimit;       ///< stored databases and uploads that are announced
  std::int64_t requests_per_second = kNoLimit;  ///< calls that begin; a second's worth may come at
                                                ///< once
  std::int64_t computations = 64;  ///< CreateSession and Linearize that compute or wait for it
  std::int64_t unread_bytes = std::int64_t{256} << 20;  ///< that wait for streams to be read
};

/// One T for every tenant, made when the tenant first comes, so that nothing of T is shared between
/// tenants. Thread-safe; references stay valid.
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
