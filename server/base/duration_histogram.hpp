#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace raftup::server {

/// How often durations fell into each of a fixed set of buckets, and their sum. Thread-safe without
/// a lock: to observe takes two relaxed additions.
class DurationHistogram {
 public:
  /// Upper bounds of the buckets [ns], 1-2-5 from 1 us to 10 s; one bucket more for what is longer.
  static constexpr std::array<std::int64_t, 22> kBounds = {
      1'000,         2'000,         5'000,         10'000,        20'000,      50'000,
      100'000,       200'000,       500'000,       1'000'000,     2'000'000,   5'000'000,
      10'000'000,    20'000'000,    50'000'000,    100'000'000,   200'000'000, 500'000'000,
      1'000'000'000, 2'000'000'000, 5'000'000'000, 10'000'000'000};

  /// What has been observed by some time.
  struct Counts {
    std::array<std::int64_t, kBounds.size() + 1> buckets{};
    std::int64_t sum_ns = 0;

    Counts& operator+=(const Counts& other);
  };

  /// @param count how many times it lasted so long
  void observe(std::int64_t duration_ns, std::int64_t count = 1);

  Counts counts() const;

 private:
  std::array<std::atomic<std::int64_t>, kBounds.size() + 1> buckets_{};
  std::atomic<std::int64_t> sum_ns_{0};
};

}  // namespace raftup::server
