#include "server/base/duration_histogram.hpp"

#include <algorithm>

namespace raftup::server {

DurationHistogram::Counts& DurationHistogram::Counts::operator+=(const Counts& other) {
  for (std::size_t i = 0; i < buckets.size(); ++i) buckets[i] += other.buckets[i];
  sum_ns += other.sum_ns;
  return *this;
}

void DurationHistogram::observe(std::int64_t duration_ns, std::int64_t count) {
  const auto bucket = static_cast<std::size_t>(
      std::lower_bound(kBounds.begin(), kBounds.end(), duration_ns) - kBounds.begin());
  buckets_[bucket].fetch_add(count, std::memory_order_relaxed);
  sum_ns_.fetch_add(duration_ns * count, std::memory_order_relaxed);
}

DurationHistogram::Counts DurationHistogram::counts() const {
  Counts counts;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    counts.buckets[i] = buckets_[i].load(std::memory_order_relaxed);
  }
  counts.sum_ns = sum_ns_.load(std::memory_order_relaxed);
  return counts;
}

}  // namespace raftup::server
