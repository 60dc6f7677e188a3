#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace raftup::server {

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
