#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

namespace raftup::client {

/// Histogram of durations whose buckets become wider with the value, as in HdrHistogram: a bucket
/// is 1 ns wide, or at most 1/128 of its values. Thread-safe. Nothing is allocated after
/// construction.
class LatencyHistogram {
 public:
  LatencyHistogram();

  /// Counts a duration. A negative duration is counted as 0, one of 2^40 ns (18 min) or more as
  /// 2^40 - 1 ns.
  void record(std::chrono::nanoseconds duration);

  /// Number of recorded durations.
  std::int64_t count() const { return count_.load(std::memory_order_relaxed); }
  /// Largest recorded duration, without rounding to a bucket; 0 if nothing was recorded.
  std::chrono::nanoseconds max() const { return std::chrono::nanoseconds(max_.load()); }
  /// Mean of the recorded durations, without rounding to buckets; 0 if nothing was recorded.
  std::chrono::nanoseconds mean() const;

  /// Quantile of the recorded durations: the upper end of the first bucket up to which at least
  /// `fraction` of the durations are counted, but at most max(); 0 if nothing was recorded.
  /// @param fraction 0 to 1
  std::chrono::nanoseconds quantile(double fraction) const;

  /// Upper end [ns] and number of durations of each bucket that is not empty, in ascending order.
  std::vector<std::pair<std::int64_t, std::int64_t>> buckets() const;

 private:
  std::vector<std::atomic<std::int64_t>> counts_;
  std::atomic<std::int64_t> count_{0};
  std::atomic<std::int64_t> sum_{0};
  std::atomic<std::int64_t> max_{0};
};

}  // namespace raftup::client
