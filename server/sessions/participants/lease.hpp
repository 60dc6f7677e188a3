#pragma once

#include <atomic>
#include <chrono>

#include "server/sessions/recording/serving_clock.hpp"

namespace raftup::server {

/// The time span after a client's last message within which it keeps its place in a session.
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
/// strand; any thread may call consume().
class Deadline {
 public:
  using Clock = Lease::Clock;

  void not_later_than(Clock::time_point time) {
    if (time < time_.load()) time_ = time;
  }
  /// Returns true if the earliest time has passed, and then removes it, so that the function
  /// returns true once for each due time.
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
