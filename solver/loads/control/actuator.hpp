#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

/// How the value x of an actuator follows a command: x' = (c - x)/lag, where c is the command,
/// limited to the range of the actuator, and the rate of x is limited too. A command is constant
/// through a step, so that x at any instant of the step follows from x at the start of the step.
/// @source Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control (2011)
struct Actuator {
  /// Smallest value that a command can set.
  double minimum = -std::numeric_limits<double>::infinity();
  /// Largest value that a command can set.
  double maximum = std::numeric_limits<double>::infinity();
  double rate = std::numeric_limits<double>::infinity();  ///< largest rate of x per second, > 0
  double lag = 0.0;  ///< time constant [s], >= 0; with 0 only the rate limits x

  /// Returns the value x at a time `duration` [s] after it was `start`.
  double follow(double start, double command, double duration) const {
    double change = std::clamp(command, minimum, maximum) - start;
    if (lag > 0.0) change *= -exponential_minus_one(-duration / lag);
    if (std::isfinite(rate)) change = std::clamp(change, -rate * duration, rate * duration);
    return start + change;
  }
};

}  // namespace raftup::solver
