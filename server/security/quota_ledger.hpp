#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "server/security/caller.hpp"
#include "server/security/refusals.hpp"

namespace raftup::server {

/// The resources that count towards the quota of a tenant.
enum class QuotaResource { kSessions, kBodies, kStreams, kCheckpoints, kComputations };

/// A counted use of an amount of a tenant's resource, such as one session or 12 bodies. Copies of a
/// share refer to the same use. When the last copy is destroyed, the amount no longer counts.
using QuotaShare = std::shared_ptr<void>;

/// Counts how much of its quota one tenant is using. Thread-safe.
class QuotaLedger {
 public:
  /// @param quota returns the limits of the tenant; it is called at every check, so that the limits
  ///         may change
  /// @param refusals counts and logs refusals; must outlive the ledger
  QuotaLedger(std::string tenant, std::function<Quota()> quota, Refusals& refusals);

  /// The present limits of the tenant.
  Quota quota() const { return quota_(); }

  /// Counts an amount of a resource as used, if the use then remains within the quota.
  /// @returns the share; the amount counts until the last copy of the share is destroyed
  /// @throws ServiceError(kQuotaSessions, kQuotaBodies, kQuotaStreams, kQuotaCheckpoints,
  ///         kQuotaComputations) if the quota would be exceeded; then nothing is counted
  QuotaShare acquire(QuotaResource resource, std::int64_t amount = 1);

  /// Counts an amount of a resource as used without checking the quota, so that the use may exceed
  /// the quota. Needed for objects that exist already, such as sessions that are recovered after a
  /// restart of the server.
  /// @returns the share; the amount counts until the last copy of the share is destroyed
  QuotaShare hold(QuotaResource resource, std::int64_t amount = 1);

  /// Counts one call towards the request rate (token bucket: it gains requests_per_second permits
  /// per second, holds at most the permits of one second, and each call takes one permit).
  /// @throws ServiceError(kQuotaRequests) if no permit is left; the error contains the time after
  ///         which a call will be possible
  void acquire_request();

  /// Changes the number of bytes that wait to be read by the tenant's streams. `bytes` is negative
  /// if bytes were read or dropped.
  /// @returns true if the number is within the quota after the change
  bool add_unread_bytes(std::int64_t bytes);

  /// Checks that `wanted` further bytes of databases are within the quota.
  /// @param in_use bytes that the tenant's databases use now
  /// @throws ServiceError(kQuotaBytes) if the quota would be exceeded
  void check_database_bytes(std::int64_t in_use, std::int64_t wanted);

 private:
  using Counter = std::shared_ptr<std::atomic<std::int64_t>>;

  Counter& used(QuotaResource resource) { return used_[static_cast<std::size_t>(resource)]; }

  std::string tenant_;
  std::function<Quota()> quota_;
  Refusals& refusals_;
  std::mutex mutex_;
  /// Amounts in use, by QuotaResource; shares keep their counter after the ledger is destroyed.
  std::array<Counter, 5> used_;
  std::atomic<std::int64_t> unread_bytes_{0};
  double requests_ = 0.0;  ///< number of permits in the token bucket
  /// Steady clock time of the last update of the bucket [ns]; 0 = never.
  std::int64_t filled_ns_ = 0;
};

}  // namespace raftup::server
