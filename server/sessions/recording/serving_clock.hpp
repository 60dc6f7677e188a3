#pragma once

#include <atomic>
#include <chrono>

namespace raftup::server {

/// A clock that counts the time [ns] during which the server can receive messages. It advances like
/// CLOCK_MONOTONIC, which changes of the wall clock do not affect, but stands still while the
/// process is stopped or gets no processor time. A client whose messages could not be read in such
/// a gap is therefore not treated as silent. Thread-safe.
class ServingClock {
 public:
  using duration = std::chrono::steady_clock::duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<ServingClock>;
  static constexpr bool is_steady = false;

  static time_point now() noexcept {
    return time_point(std::chrono::steady_clock::now().time_since_epoch() -
                      duration(stood_still_.load(std::memory_order_relaxed)));
  }

  /// To be called many times a second. If the previous call was more than kLongestGap ago, the time
  /// since then is not counted.
  static void tick() noexcept {
    const rep now = std::chrono::steady_clock::now().time_since_epoch().count();
    const rep last = last_tick_.exchange(now);
    if (last > 0 && duration(now - last) > kLongestGap) stood_still_ += now - last;
  }

  static constexpr std::chrono::milliseconds kLongestGap{250};

 private:
  static inline std::atomic<rep> stood_still_{0};
  static inline std::atomic<rep> last_tick_{0};
};

}  // namespace raftup::server
