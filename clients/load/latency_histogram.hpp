#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

namespace raftup::client {

/// Counts of durations in buckets whose width grows with the value, as HdrHistogram has them: no
/// bucket is wider than 1/128 of its values, whatever their range. Thread-safe; no allocation after
/// construction.
class LatencyHistogram {
 public:
  LatencyHistogram();

  /// Counts a duration; negative ones count as 0, those beyond 2^40 ns (18 min) as that.
  void record(std::chrono::nanoseconds duration);

  std::int64_t count() const { return count_.load(std::memory_order_relaxed); }
  /// Of what was recorded, exactly; 0 where nothing was.
  std::chrono::nanoseconds max() const { return std::chrono::nanoseconds(max_.load()); }
  /// Exactly; 0 where nothing was recorded.
  std::chrono::nanoseconds mean() const;

  /// The smallest upper end of a bucket that at least `fraction` of the durations do not exceed,
  /// but never more than max(); 0 where nothing was recorded.
  /// @param fraction 0 to 1
  std::chrono::nanoseconds quantile(double fraction) const;

  /// Upper end [ns] and count of each bucket that is not empty, ascending.
  std::vector<std::pair<std::int64_t, std::int64_t>> buckets() const;

 private:
  std::vector<std::atomic<std::int64_t>> counts_;
  std::atomic<std::int64_t> count_{0};
  std::atomic<std::int64_t> sum_{0};
  std::atomic<std::int64_t> max_{0};
};

}  // namespace raftup::client
