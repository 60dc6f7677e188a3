#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace raftup::server {

/// A histogram of durations with fixed buckets, and the sum of the durations. Thread-safe without a
/// lock: an observation takes two relaxed atomic additions.
class DurationHistogram {
 public:
  /// Upper bounds of the buckets [ns], in steps of 1, 2, 5 from 1 us to 10 s. One more bucket
  /// counts longer durations.
  static constexpr std::array<std::int64_t, 22> kBounds = {
      1'000,         2'000,         5'000,         10'000,        20'000,      50'000,
      100'000,       200'000,       500'000,       1'000'000,     2'000'000,   5'000'000,
      10'000'000,    20'000'000,    50'000'000,    100'000'000,   200'000'000, 500'000'000,
      1'000'000'000, 2'000'000'000, 5'000'000'000, 10'000'000'000};

  /// The counts of all buckets and the sum of the durations at some instant.
  struct Counts {
    std::array<std::int64_t, kBounds.size() + 1> buckets{};
    std::int64_t sum_ns = 0;

    Counts& operator+=(const Counts& other) {
      for (std::size_t i = 0; i < buckets.size(); ++i) buckets[i] += other.buckets[i];
      sum_ns += other.sum_ns;
      return *this;
    }
  };

  /// Counts durations.
  /// @param count number of observations of this duration
  void observe(std::int64_t duration_ns, std::int64_t count = 1) {
    const auto bucket = static_cast<std::size_t>(
        std::lower_bound(kBounds.begin(), kBounds.end(), duration_ns) - kBounds.begin());
    buckets_[bucket].fetch_add(count, std::memory_order_relaxed);
    sum_ns_.fetch_add(duration_ns * count, std::memory_order_relaxed);
  }

  Counts counts() const {
    Counts counts;
    for (std::size_t i = 0; i < buckets_.size(); ++i) {
      counts.buckets[i] = buckets_[i].load(std::memory_order_relaxed);
    }
    counts.sum_ns = sum_ns_.load(std::memory_order_relaxed);
    return counts;
  }

 private:
  std::array<std::atomic<std::int64_t>, kBounds.size() + 1> buckets_{};
  std::atomic<std::int64_t> sum_ns_{0};
};

}  // namespace raftup::server
