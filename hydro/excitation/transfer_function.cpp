#include "hydro/excitation/transfer_function.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {
namespace {

constexpr double kSameDirection = 1e-6;  ///< rad; files round degrees to single precision
/// Widest gap of data that cover the circle.
constexpr double kWidestGap = 0.25 * kTwoPi + kSameDirection;

/// Returns an angle minus whole turns, in [from, from + 2 pi).
double wrapped(double angle, double from) {
  const double turned = angle - kTwoPi * std::floor((angle - from) / kTwoPi);
  return turned < from + kTwoPi ? turned : from;
}

/// Returns the second derivatives of the cubic spline at its knots, as a matrix that multiplies the
/// values there. `gaps[i]` lies between knots i and i + 1; a periodic spline has one more gap, back
/// to knot 0.
MatrixXd spline_curvatures(const VectorXd& gaps, bool periodic) {
  const Eigen::Index n = periodic ? gaps.size() : gaps.size() + 1;
  MatrixXd left = MatrixXd::Identity(n, n);
  MatrixXd right = MatrixXd::Zero(n, n);
  for (Eigen::Index i = periodic ? 0 : 1; i < (periodic ? n : n - 1); ++i) {
    const Eigen::Index before = (i + n - 1) % n, after = (i + 1) % n;
    const double gap_before = gaps[(i + gaps.size() - 1) % gaps.size()], gap_after = gaps[i];
    left(i, i) = (gap_before + gap_after) / 3.0;
    left(i, before) += gap_before / 6.0;
    left(i, after) += gap_after / 6.0;
    right(i, before) += 1.0 / gap_before;
    right(i, after) += 1.0 / gap_after;
    right(i, i) -= 1.0 / gap_before + 1.0 / gap_after;
  }
  return solve_regular(left, right);
}

}  // namespace

HeadingInterpolation::HeadingInterpolation(const VectorXd& directions)
    : directions_(directions), filed_count_(directions.size()) {
  require(directions.size() > 0, "database.wave_direction must be given", "none");
  const double span = directions[directions.size() - 1] - directions[0];
  if (std::abs(span - kTwoPi) < kSameDirection) {
    directions_.conservativeResize(directions.size() - 1);
  }
  const Eigen::Index n = directions_.size();
  if (n == 1) return;
  VectorXd gaps(n);
  gaps.head(n - 1) = directions_.tail(n - 1) - directions_.head(n - 1);
  gaps[n - 1] = directions_[0] + kTwoPi - directions_[n - 1];
  const double closing_gap = gaps[n - 1], widest = gaps.head(n - 1).maxCoeff();
  if (closing_gap > std::min(1.5 * widest, kWidestGap)) {
    curvatures_ = spline_curvatures(gaps.head(n - 1), false);
  } else if (gaps.maxCoeff() - gaps.minCoeff() < kSameDirection) {
    kind_ = Kind::kTrigonometric;
  } else {
    kind_ = Kind::kPeriodicSpline;
    curvatures_ = spline_curvatures(gaps, true);
  }
}

double HeadingInterpolation::outside(double direction) const {
  if (covers_circle()) return 0.0;
  const double last = directions_[directions_.size() - 1];
  const double turned = wrapped(direction, directions_[0]);
  if (turned <= last) return 0.0;
  const double above = turned - last, below = directions_[0] + kTwoPi - turned;
  return above < below ? above : -below;
}

bool HeadingInterpolation::contains(double direction) const {
  constexpr double kRounding = 1e-6;  // rad: of degrees turned into radians and back
  return std::abs(outside(direction)) < kRounding;
}

VectorXd HeadingInterpolation::weights(double direction) const {
  VectorXd all = VectorXd::Zero(filed_count_);
  all.head(directions_.size()) =
      kind_ == Kind::kTrigonometric ? trigonometric_weights(direction) : spline_weights(direction);
  return all;
}

/// (1/n) [1 + 2 sum_{m < n/2} cos(m x) + (n even) cos(n x / 2)], x the distance to each direction.
VectorXd HeadingInterpolation::trigonometric_weights(double direction) const {
  const Eigen::Index n = directions_.size();
  VectorXd weights(n);
  for (Eigen::Index d = 0; d < n; ++d) {
    const double x = direction - directions_[d];
    double sum = 1.0;
    for (Eigen::Index m = 1; 2 * m <= n; ++m) {
      sum += (2 * m == n ? 1.0 : 2.0) * sincos(static_cast<double>(m) * x).cosine;
    }
    weights[d] = sum / static_cast<double>(n);
  }
  return weights;
}

VectorXd HeadingInterpolation::spline_weights(double direction) const {
  const Eigen::Index n = directions_.size();
  VectorXd weights = VectorXd::Zero(n);
  const double beyond = outside(direction);
  if (n == 1 || beyond != 0.0) {
    weights[beyond > 0.0 ? n - 1 : 0] = 1.0;
    return weights;
  }
  const double turned = wrapped(direction, directions_[0]);
  const double* begin = directions_.data();
  const Eigen::Index before =
      std::max<Eigen::Index>(std::upper_bound(begin, begin + n, turned) - begin, 1) - 1;
  const Eigen::Index lower = covers_circle() ? before : std::min(before, n - 2);
  const Eigen::Index upper = (lower + 1) % n;
  const double gap = wrapped(directions_[upper] - directions_[lower], 0.0);
  const double a = (directions_[lower] + gap - turned) / gap;
  const double b = 1.0 - a;
  weights[lower] += a;
  weights[upper] += b;
  weights += gap * gap / 6.0 *
             ((a * a * a - a) * curvatures_.row(lower) + (b * b * b - b) * curvatures_.row(upper))
                 .transpose();
  return weights;
}

}  // namespace raftup::hydro
