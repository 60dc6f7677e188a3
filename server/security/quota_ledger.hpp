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

/// What a tenant may hold a share of.
enum class QuotaResource { kSessions, kBodies, kStreams, kCheckpoints, kComputations };

/// A part of a tenant's quota that is in use; given back when the last copy goes.
using QuotaShare = std::shared_ptr<void>;

/// What one tenant uses of its quota. Thread-safe.
class QuotaLedger {
 public:
  /// @param quota    asked at every check, so that it may change
  /// @param refusals counts and logs what is refused; must outlive the ledger
  QuotaLedger(std::string tenant, std::function<Quota()> quota, Refusals& refusals);

  /// What the tenant may have, as it is now.
  Quota quota() const { return quota_(); }

  /// @throws ServiceError(kQuotaSessions, kQuotaBodies, kQuotaStreams, kQuotaCheckpoints,
  ///         kQuotaComputations)
  QuotaShare acquire(QuotaResource resource, std::int64_t amount = 1);

  /// A share of what is there already, as after a restart: given even where it passes the quota.
  QuotaShare hold(QuotaResource resource, std::int64_t amount = 1);

  /// One call that begins; a bucket that fills by requests_per_second and holds a second's worth.
  /// @throws ServiceError(kQuotaRequests) with the time after which there is room
  void acquire_request();

  /// Bytes that wait for a stream to be read, and have been read or dropped where negative.
  /// @returns whether all that waits is within the quota
  bool add_unread_bytes(std::int64_t bytes);

  /// @param in_use bytes that the tenant's databases have now
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
  double requests_ = 0.0;       ///< what the bucket holds
  std::int64_t filled_ns_ = 0;  ///< when it was filled last, steady clock; 0 = never
};

}  // namespace raftup::server
