#pragma once

#include <cmath>
#include <utility>

namespace raftup {

/// Returns sqrt(x^2 + y^2) with an error below one unit in the last place and the same bits on
/// every machine. The square root h of the rounded sum is corrected by (h^2 - x^2 - y^2) / (2 h),
/// whose numerator is computed from the small difference of h and the nearer leg. Legs whose
/// squares overflow or underflow are not for this function.
/// @param x,y 0, or of a size between 1e-150 and 1e150
/// @source Borges, Algorithm 1014: an improved algorithm for hypot(x, y), ACM Trans. Math. Softw. 47
///         (2020)
inline double hypotenuse(double x, double y) {
  double longer = std::abs(x), shorter = std::abs(y);
  if (longer < shorter) std::swap(longer, shorter);
  if (shorter <= 0x1p-54 * longer) return longer + shorter;
  const double h = std::sqrt(longer * longer + shorter * shorter);
  if (h <= 2.0 * shorter) {
    const double rest = h - shorter;
    return h -
           (longer * (2.0 * rest - longer) + (rest - 2.0 * (longer - shorter)) * rest) / (2.0 * h);
  }
  const double rest = h - longer;
  return h - (2.0 * rest * (longer - 2.0 * shorter) +
              ((4.0 * rest - shorter) * shorter + rest * rest)) /
                 (2.0 * h);
}

}  // namespace raftup
