#pragma once

#include <cstdint>

#include "hydro/radiation/radiation_memory.hpp"

namespace raftup::solver {

/// The instant of a stage inside its step.
struct StageTime {
  hydro::Stage stage = hydro::Stage::kStart;
  double time = 0.0;        ///< s
  double step_start = 0.0;  ///< s
};

/// The instants of one step [s].
struct StepTimes {
  double start, middle, end;

  /// Rounded from whole nanoseconds, so that the end of a step is the start of the next.
  StepTimes(std::int64_t step_index, std::int64_t step_ns)
      : start(1e-9 * static_cast<double>(step_index * step_ns)),
        middle(1e-9 *
               (static_cast<double>(step_index * step_ns) + 0.5 * static_cast<double>(step_ns))),
        end(1e-9 * static_cast<double>((step_index + 1) * step_ns)) {}
};

}  // namespace raftup::solver
