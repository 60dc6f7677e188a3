#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace raftup::server {

/// Wall clock time of the steps of a session: the total, and a running mean of one step, by which
/// the time of further steps is estimated.
class StepCost {
 public:
  /// @param spent on `taken` steps; 0 if all were undone
  void add(std::chrono::nanoseconds spent, std::int64_t taken) {
    total_ += spent;
    if (taken > 0) update_mean(spent / taken);
  }

  std::chrono::nanoseconds total() const { return total_; }
  std::chrono::nanoseconds mean() const { return mean_; }  ///< 0 before the first step
  std::chrono::nanoseconds foreseen(std::int64_t steps) const { return mean_ * steps; }

 private:
  /// A step that was interrupted says little about the next: no cost counts more than twice the
  /// mean.
  void update_mean(std::chrono::nanoseconds cost) {
    mean_ = mean_.count() == 0 ? cost : (7 * mean_ + std::min(cost, 2 * mean_)) / 8;
  }

  std::chrono::nanoseconds total_{0};
  std::chrono::nanoseconds mean_{0};
};

}  // namespace raftup::server
