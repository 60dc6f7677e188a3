#pragma once

#include <algorithm>

#include "solver/loads/lines/line_values.hpp"

namespace raftup::solver {

/// Lengths of the element at a drum or an eye, relative to the others, at which a node is added and
/// removed: far enough from 1 that neither follows the other.
inline constexpr double kLongestSliding = 1.5, kShortestSliding = 0.5;
/// Least length of this element where no node can be removed, relative to the others: the other end of
/// its piece gets a node before that.
inline constexpr double kStopSliding = 0.25;
/// Greatest change of this element in a step by the speed of the drum, relative to the others. Since a
/// node is removed below half of them, a quarter is left at least.
inline constexpr double kMostSlidingChange = 0.25;

/// Returns the part of a reserve that a drum or an eye gives back to the line in a step of duration h
/// [m]: at 0.05 m/s, below the speed of any winch, so that no tension shows it.
inline double reserve_given(double reserve, double h) { return std::min(reserve, 0.05 * h); }

/// Takes what has been given back in a step out of the reserve and of the rate.
inline void take_reserve(SlidingEnd& end, double h) {
  const double given = reserve_given(end.reserve, h);
  end.reserve -= given;
  end.rate -= given / h;
}

}  // namespace raftup::solver
