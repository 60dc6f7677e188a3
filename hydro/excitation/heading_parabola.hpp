#pragma once

namespace raftup::hydro {

/// Between two edges of a cell of headings, u = 0 and u = 1, the parabola
///   begin + u linear + u^2 quadratic
/// through their values with the mean of the curvatures there, as second differences give them.
/// @param before, begin, end, behind values at the edges around the cell
/// @tparam Number a number, a vector in lanes (lanes.hpp) or one of Eigen's
template <typename Number>
[[gnu::always_inline]] inline void fit_heading_parabola(const Number& before, const Number& begin,
                                                        const Number& end, const Number& behind,
                                                        Number& linear, Number& quadratic) {
  quadratic = 0.25 * (before - begin - end + behind);
  linear = end - begin - quadratic;
}

}  // namespace raftup::hydro
