#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace raftup::server {

/// Wall clock time that the steps of a session take: the total, and a running mean of the time of
/// one step. The mean serves to estimate the time of further steps.
class StepCost {
 public:
  /// Adds the time of some steps.
  /// @param spent wall clock time of all these steps
  /// @param taken number of steps; 0 if all were undone, which leaves the mean unchanged
  void add(std::chrono::nanoseconds spent, std::int64_t taken) {
    total_ += spent;
    if (taken > 0) update_mean(spent / taken);
  }

  std::chrono::nanoseconds total() const { return total_; }
  /// Running mean; 0 before the first step.
  std::chrono::nanoseconds mean() const { return mean_; }
  std::chrono::nanoseconds foreseen(std::int64_t steps) const { return mean_ * steps; }

 private:
  /// Updates the running mean. A cost counts as at most twice the mean, since a step that was
  /// interrupted is not representative of later steps.
  void update_mean(std::chrono::nanoseconds cost) {
    mean_ = mean_.count() == 0 ? cost : (7 * mean_ + std::min(cost, 2 * mean_)) / 8;
  }

  std::chrono::nanoseconds total_{0};
  std::chrono::nanoseconds mean_{0};
};

}  // namespace raftup::server
