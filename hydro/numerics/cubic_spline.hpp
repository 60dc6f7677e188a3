#pragma once

#include <vector>

namespace raftup {

/// The value of a spline and its first two derivatives.
struct SplineValue {
  double value = 0.0, rate = 0.0, second = 0.0;
};

/// Interpolating cubic spline with the not-a-knot condition: the third derivative is continuous at
/// the second and at the last but one point. Data of a cubic polynomial are therefore reproduced
/// exactly. Through three points it is a parabola, through two points a line.
/// @source de Boor (1978), A Practical Guide to Splines, chapter IV
class CubicSpline {
 public:
  /// @param x strictly ascending, at least two values, any unit
  /// @param y one value for each x, finite
  /// @throws Error(kInvalidArgument) if there are fewer than two points, if the numbers of x and y
  ///          differ, or if x does not ascend
  CubicSpline(std::vector<double> x, std::vector<double> y);

  double first() const { return x_.front(); }  ///< the first x
  double last() const { return x_.back(); }    ///< the last x
  /// Returns the spline at x. Beyond the ends it is the cubic of the first or the last interval.
  SplineValue at(double x) const;

 private:
  std::vector<double> x_, y_, slopes_;
};

}  // namespace raftup
