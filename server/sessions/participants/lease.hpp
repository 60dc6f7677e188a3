#pragma once

#include <atomic>
#include <chrono>

#include "server/sessions/recording/serving_clock.hpp"

namespace raftup::server {

/// The time for which a client keeps its place in a session without sending a message.
class Lease {
 public:
  using Clock = ServingClock;

  Lease(Clock::duration duration, Clock::time_point now) : duration_(duration), renewed_(now) {}

  void renew(Clock::time_point now) { renewed_ = now; }
  Clock::time_point end() const { return renewed_ + duration_; }
  bool over(Clock::time_point now) const { return now >= end(); }

 private:
  Clock::duration duration_;
  Clock::time_point renewed_;
};

/// The earliest of several times at which something is due. Times are added in the session's
/// strand; consume() may be called by any thread.
class Deadline {
 public:
  using Clock = Lease::Clock;

  void not_later_than(Clock::time_point time) {
    if (time < time_.load()) time_ = time;
  }
  /// Returns true if the time has passed, and then clears it: each due time is reported once.
  bool consume(Clock::time_point now) {
    if (now < time_.load()) return false;
    clear();
    return true;
  }
  void clear() { time_ = Clock::time_point::max(); }

 private:
  std::atomic<Clock::time_point> time_{Clock::time_point::max()};
};

}  // namespace raftup::server
