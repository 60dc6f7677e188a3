#pragma once

#include <atomic>
#include <chrono>

namespace raftup::server {

/// Time [ns] during which the server can receive messages. It runs like CLOCK_MONOTONIC, which
/// changes of the wall clock do not affect, but stands still while the process is stopped or gets
/// no processor: what a client sends then is read later, and its silence is not its fault.
/// Thread-safe.
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

  /// To be called many times a second. If it was not called for longer than kLongestGap, the clock
  /// has stood still in the meantime.
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
