#include "hydro/numerics/cubic_spline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup {

namespace {

/// Returns the slopes at the points from a tridiagonal system: the second derivative is continuous
/// inside, and the third derivative at the second and the last but one point.
std::vector<double> slopes_of(const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t n = x.size();
  std::vector<double> h(n - 1), d(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    h[i] = x[i + 1] - x[i];
    d[i] = (y[i + 1] - y[i]) / h[i];
  }
  if (n == 2) return {d[0], d[0]};
  if (n == 3) {  // of the parabola
    const double middle = (h[1] * d[0] + h[0] * d[1]) / (h[0] + h[1]);
    return {2.0 * d[0] - middle, middle, 2.0 * d[1] - middle};
  }
  std::vector<double> diagonal(n), upper(n, 0.0), right(n);
  std::vector<double> lower(n, 0.0);
  diagonal[0] = h[1];
  upper[0] = h[0] + h[1];
  right[0] = ((h[0] + 2.0 * upper[0]) * h[1] * d[0] + h[0] * h[0] * d[1]) / upper[0];
  for (std::size_t i = 1; i + 1 < n; ++i) {
    lower[i] = h[i];
    diagonal[i] = 2.0 * (h[i - 1] + h[i]);
    upper[i] = h[i - 1];
    right[i] = 3.0 * (h[i] * d[i - 1] + h[i - 1] * d[i]);
  }
  diagonal[n - 1] = h[n - 3];
  lower[n - 1] = h[n - 2] + h[n - 3];
  right[n - 1] =
      (h[n - 2] * h[n - 2] * d[n - 3] + (2.0 * lower[n - 1] + h[n - 2]) * h[n - 3] * d[n - 2]) /
      lower[n - 1];
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = lower[i] / diagonal[i - 1];
    diagonal[i] -= factor * upper[i - 1];
    right[i] -= factor * right[i - 1];
  }
  right[n - 1] /= diagonal[n - 1];
  for (std::size_t i = n - 1; i-- > 0;)
    right[i] = (right[i] - upper[i] * right[i + 1]) / diagonal[i];
  return right;
}

}  // namespace

CubicSpline::CubicSpline(std::vector<double> x, std::vector<double> y)
    : x_(std::move(x)), y_(std::move(y)) {
  require(x_.size() >= 2 && x_.size() == y_.size(), "a spline must have two points or more",
          fmt::format("{} places and {} values", x_.size(), y_.size()));
  for (std::size_t i = 1; i < x_.size(); ++i) {
    require(x_[i] > x_[i - 1], "places of a spline must ascend strictly",
            fmt::format("{} after {}", x_[i], x_[i - 1]));
  }
  slopes_ = slopes_of(x_, y_);
}

SplineValue CubicSpline::at(double x) const {
  const auto after = std::upper_bound(x_.begin() + 1, x_.end() - 1, x);
  const auto i = static_cast<std::size_t>(after - x_.begin()) - 1;
  const double h = x_[i + 1] - x_[i], t = x - x_[i];
  const double d = (y_[i + 1] - y_[i]) / h;
  const double c = (3.0 * d - 2.0 * slopes_[i] - slopes_[i + 1]) / h;
  const double b = (slopes_[i] + slopes_[i + 1] - 2.0 * d) / (h * h);
  return {y_[i] + t * (slopes_[i] + t * (c + t * b)), slopes_[i] + t * (2.0 * c + 3.0 * t * b),
          2.0 * c + 6.0 * t * b};
}

}  // namespace raftup
