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

/// The resources of which a tenant can hold a share.
enum class QuotaResource { kSessions, kBodies, kStreams, kCheckpoints, kComputations };

/// A part of a tenant's quota that is in use; released with its last copy.
using QuotaShare = std::shared_ptr<void>;

/// The present use of one tenant's quota. Thread-safe.
class QuotaLedger {
 public:
  /// @param quota    called at every check, so that the quota may change
  /// @param refusals counts and logs refusals; must outlive the ledger
  QuotaLedger(std::string tenant, std::function<Quota()> quota, Refusals& refusals);

  /// The present quota of the tenant.
  Quota quota() const { return quota_(); }

  /// Takes an amount of a resource, which the share holds until its last copy is destroyed.
  /// @throws ServiceError(kQuotaSessions, kQuotaBodies, kQuotaStreams, kQuotaCheckpoints,
  ///         kQuotaComputations) if the quota does not permit it
  QuotaShare acquire(QuotaResource resource, std::int64_t amount = 1);

  /// A share for something that exists already, for instance after a restart; given even beyond the
  /// quota.
  QuotaShare hold(QuotaResource resource, std::int64_t amount = 1);

  /// Counts one call: a bucket is filled with requests_per_second and holds the calls of one
  /// second.
  /// @throws ServiceError(kQuotaRequests) with the time after which a call is possible
  void acquire_request();

  /// Adds bytes that wait for a stream to be read; negative if they were read or dropped.
  /// @returns true if all bytes that wait are within the quota
  bool add_unread_bytes(std::int64_t bytes);

  /// @param in_use bytes that the tenant's databases use now
  /// @throws ServiceError(kQuotaBytes)
  void check_database_bytes(std::int64_t in_use, std::int64_t wanted);

 private:
  using Counter = std::shared_ptr<std::atomic<std::int64_t>>;

  Counter& used(QuotaResource resource) { return used_[static_cast<std::size_t>(resource)]; }

  std::string tenant_;
  std::function<Quota()> quota_;
  Refusals& refusals_;
  std::mutex mutex_;
  std::array<Counter, 5> used_;  ///< by QuotaResource; shares outlive the ledger
  std::atomic<std::int64_t> unread_bytes_{0};
  double requests_ = 0.0;       ///< number of calls in the bucket
  std::int64_t filled_ns_ = 0;  ///< steady clock time of the last filling; 0 = never
};

}  // namespace raftup::server
