#pragma once

#include <sys/types.h>

#include <chrono>
#include <vector>

namespace raftup::testing {

/// Memory and descriptors of a process over time.
class ServerFigures {
 public:
  explicit ServerFigures(pid_t process) : process_(process) {}

  /// Looks once.
  void record();
  int descriptors() const;
  int most_descriptors() const { return most_descriptors_; }
  double memory_mib() const { return memory_mib_.empty() ? 0.0 : memory_mib_.back(); }

  /// Least squares over what was seen after the first `settling` of the time [MiB per hour].
  double memory_slope(double settling) const;

 private:
  pid_t process_;
  std::vector<double> seconds_;
  std::vector<double> memory_mib_;
  int most_descriptors_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace raftup::testing
