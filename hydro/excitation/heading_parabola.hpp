#pragma once

namespace raftup::hydro {

/// Fits a parabola to values in a cell of headings between two edges, u = 0 and u = 1:
///   begin + u linear + u^2 quadratic.
/// It passes through the values at both edges. Its curvature is the mean of the curvatures there,
/// which follow from second differences.
/// @param before, begin, end, behind values at the edges u = -1, 0, 1 and 2
/// @param linear, quadratic          receive the coefficients
/// @tparam Number a number, a SIMD vector (lanes.hpp) or an Eigen vector
template <typename Number>
[[gnu::always_inline]] inline void fit_heading_parabola(const Number& before, const Number& begin,
                                                        const Number& end, const Number& behind,
                                                        Number& linear, Number& quadratic) {
  quadratic = 0.25 * (before - begin - end + behind);
  linear = end - begin - quadratic;
}

}  // namespace raftup::hydro
