#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "hydro/base/whole_number.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

/// The times at which a controller computes its output: t = 0, and the ends of steps at whole
/// multiples of its sample time [s]. Between these times the output is constant.
class SampleClock {
 public:
  /// @param sample_time sample time [s]; 0 means every step
  SampleClock(double sample_time, std::int64_t step_ns)
      : steps_(sample_time == 0.0 ? 1 : nanoseconds(sample_time) / step_ns),
        interval_(1e-9 * static_cast<double>(steps_ * step_ns)) {}

  /// True if the controller acts at the end of a step.
  /// @param step_index index of this step
  bool due(std::int64_t step_index) const { return (step_index + 1) % steps_ == 0; }
  double interval() const { return interval_; }  ///< time between two samples [s]

  static void check(double sample_time, std::int64_t step_ns, const std::string& path,
                    Violations& violations) {
    if (sample_time == 0.0 || step_ns <= 0) return;
    const bool whole = std::isfinite(sample_time) && sample_time > 0.0 && sample_time < 1e6 &&
                       nanoseconds(sample_time) > 0 && nanoseconds(sample_time) % step_ns == 0;
    violations.require(whole, path,
                       fmt::format("must be a whole multiple of the step, {} ns", step_ns),
                       fmt::format("{} s", sample_time));
  }

 private:
  static std::int64_t nanoseconds(double seconds) {
    return to_integer<std::int64_t>(std::round(1e9 * seconds), "sample time in ns");
  }

  std::int64_t steps_;
  double interval_;
};

}  // namespace raftup::solver
