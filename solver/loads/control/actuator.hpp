#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

/// How an actuator follows its command: x' = (c - x)/lag, limited to the given rate, where c is the
/// command within its limits. A command is held through a step, so that x at any instant of the
/// step follows from x at its start.
/// @source Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control (2011)
struct Actuator {
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  double rate = std::numeric_limits<double>::infinity();  ///< > 0, per second
  double lag = 0.0;  ///< s, >= 0; with 0 only the rate limits x

  /// The value at a time `duration` [s] after it was `start`.
  double follow(double start, double command, double duration) const {
    double change = std::clamp(command, minimum, maximum) - start;
    if (lag > 0.0) change *= -exponential_minus_one(-duration / lag);
    if (std::isfinite(rate)) change = std::clamp(change, -rate * duration, rate * duration);
    return start + change;
  }
};

}  // namespace raftup::solver
