#include "server/security/quota_ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "hydro/base/whole_number.hpp"
#include "server/base/service_error.hpp"
#include "server/base/status.hpp"

namespace raftup::server {

namespace {

constexpr std::chrono::milliseconds kRetryLater(5000);  ///< other resources must be released first

struct ResourceEntry {
  std::int64_t Quota::*limit;
  Reason reason;
  const char* name;
};

const ResourceEntry& entry(QuotaResource resource) {
  static constexpr ResourceEntry kEntries[] = {
      {&Quota::sessions, Reason::kQuotaSessions, "sessions"},
      {&Quota::bodies, Reason::kQuotaBodies, "bodies"},
      {&Quota::streams, Reason::kQuotaStreams, "streams"},
      {&Quota::checkpoints, Reason::kQuotaCheckpoints, "checkpoints"},
      {&Quota::computations, Reason::kQuotaComputations, "computations"},
  };
  return kEntries[static_cast<std::size_t>(resource)];
}

[[noreturn]] void refuse(Refusals& refusals, Reason reason, const std::string& tenant,
                         std::int64_t limit, const char* what, std::int64_t wanted) {
  const std::string message = fmt::format(
      "tenant {} must have at most {} {} at once, would have {}", tenant, limit, what, wanted);
  refusals.add("tenant " + tenant, reason_name(reason), message);
  throw ServiceError(reason, message).retry_after(kRetryLater);
}

}  // namespace

QuotaLedger::QuotaLedger(std::string tenant, std::function<Quota()> quota, Refusals& refusals)
    : tenant_(std::move(tenant)), quota_(std::move(quota)), refusals_(refusals) {
  for (auto& counter : used_) counter = std::make_shared<std::atomic<std::int64_t>>(0);
}

QuotaShare QuotaLedger::acquire(QuotaResource resource, std::int64_t amount) {
  const auto& [limit_field, reason, name] = entry(resource);
  const std::int64_t limit = quota_().*limit_field;
  {
    const std::lock_guard lock(mutex_);
    if (amount <= limit - *used(resource)) return hold(resource, amount);
  }
  refuse(refusals_, reason, tenant_, limit, name, *used(resource) + amount);
}

QuotaShare QuotaLedger::hold(QuotaResource resource, std::int64_t amount) {
  const Counter counter = used(resource);
  *counter += amount;
  return {this, [counter, amount](void* /*ledger*/) { *counter -= amount; }};
}

void QuotaLedger::acquire_request() {
  const std::int64_t rate = quota_().requests_per_second;
  if (rate == Quota::kNoLimit) return;
  const auto full = static_cast<double>(rate);
  double missing = 0.0;
  {
    const std::lock_guard lock(mutex_);
    const std::int64_t now = std::chrono::steady_clock::now().time_since_epoch().count();
    const double seconds = filled_ns_ == 0 ? 1.0 : static_cast<double>(now - filled_ns_) * 1e-9;
    requests_ = std::min(full, requests_ + seconds * full);
    filled_ns_ = now;
    missing = 1.0 - requests_;
    if (missing <= 0.0) requests_ -= 1.0;
  }
  if (missing <= 0.0) return;
  const double wait_ms = rate == 0 ? 1e6 : std::ceil(missing / full * 1e3);
  throw ServiceError(Reason::kQuotaRequests,
                     fmt::format("tenant {} must make at most {} calls per second", tenant_, rate))
      .retry_after(std::chrono::milliseconds(to_integer<std::int64_t>(wait_ms, "wait in ms")));
}

bool QuotaLedger::add_unread_bytes(std::int64_t bytes) {
  return (unread_bytes_ += bytes) <= quota_().unread_bytes;
}

void QuotaLedger::check_database_bytes(std::int64_t in_use, std::int64_t wanted) {
  const std::int64_t limit = quota_().database_bytes;
  if (wanted <= limit - in_use) return;
  refuse(refusals_, Reason::kQuotaBytes, tenant_, limit, "bytes of databases", in_use + wanted);
}

}  // namespace raftup::server
