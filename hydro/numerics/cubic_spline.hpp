#pragma once

#include <vector>

namespace raftup {

/// A value and its first two derivatives.
struct SplineValue {
  double value = 0.0, rate = 0.0, second = 0.0;
};

/// Interpolating cubic spline, not-a-knot: the third derivative is continuous at the second and at
/// the last but one point, so that data of a cubic come back. Through three points it is a parabola,
/// through two a line.
/// @source de Boor (1978), A Practical Guide to Splines, chapter IV
class CubicSpline {
 public:
  /// @param x strictly ascending, at least two, any unit
  /// @param y one for each x, finite
  /// @throws Error(kInvalidArgument) on fewer points, another count or an x that does not ascend
  CubicSpline(std::vector<double> x, std::vector<double> y);

  double first() const { return x_.front(); }  ///< the first x
  double last() const { return x_.back(); }    ///< the last x
  /// At x; beyond the ends the cubic of the first or the last interval.
  SplineValue at(double x) const;

 private:
  std::vector<double> x_, y_, slopes_;
};

}  // namespace raftup
