#pragma once

#include <chrono>

namespace raftup::server {

/// How long a client keeps its place in a session without a word from it. On CLOCK_MONOTONIC, which
/// no change of the wall clock moves.
class Lease {
 public:
  using Clock = std::chrono::steady_clock;

  Lease(Clock::duration duration, Clock::time_point now) : duration_(duration), heard_(now) {}

  void renew(Clock::time_point now) { heard_ = now; }
  Clock::time_point end() const { return heard_ + duration_; }
  bool over(Clock::time_point now) const { return now >= end(); }

 private:
  Clock::duration duration_;
  Clock::time_point heard_;
};

}  // namespace raftup::server
