#include "hydro/excitation/transfer_function.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

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

/// Returns the second derivatives of the natural cubic spline at its knots, for every matrix
/// element alike, by elimination along the knots.
std::vector<MatrixXcd> natural_curvatures(const VectorXd& knots,
                                          const std::vector<MatrixXcd>& values) {
  const std::size_t n = values.size();
  std::vector<MatrixXcd> curvatures(n, MatrixXcd::Zero(values[0].rows(), values[0].cols()));
  const auto gap = [&](std::size_t i) {
    return knots[static_cast<Eigen::Index>(i + 1)] - knots[static_cast<Eigen::Index>(i)];
  };
  std::vector<double> pivots(n, 1.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double before = gap(i - 1), after = gap(i);
    const double share = i > 1 ? before / 6.0 / pivots[i - 1] : 0.0;
    pivots[i] = (before + after) / 3.0 - share * before / 6.0;
    curvatures[i] = (values[i + 1] - values[i]) / after - (values[i] - values[i - 1]) / before -
                    share * curvatures[i - 1];
  }
  for (std::size_t i = n - 1; i-- > 1;) {
    curvatures[i] = (curvatures[i] - gap(i) / 6.0 * curvatures[i + 1]) / pivots[i];
  }
  return curvatures;
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

BodyTransferFunction::BodyTransferFunction(const Database& database, Eigen::Index body)
    : omega_(database.omega.size() + 1) {
  require(!database.excitation.empty() && database.omega.size() > 0,
          "database.excitation must be given", "none");
  omega_ << 0.0, database.omega;
  const DatabaseBody& hull = database.bodies[static_cast<std::size_t>(body)];
  const Eigen::Index directions = database.wave_directions.size();
  const Vector6 long_wave_limit = hull.hydrostatic_stiffness.col(2);
  values_.emplace_back(long_wave_limit.cast<Complex>().replicate(1, directions));
  for (Eigen::Index i = 0; i < database.omega.size(); ++i) {
    const double k = wavenumber(database.omega[i], database.water_depth, database.gravity);
    MatrixXcd value(kDofs, directions);
    for (Eigen::Index d = 0; d < directions; ++d) {
      const auto [sin_b, cos_b] = sincos(database.wave_directions[d]);
      const auto [sine, cosine] =
          sincos(k * (hull.center_of_gravity.x() * cos_b + hull.center_of_gravity.y() * sin_b));
      value.col(d) = Complex(cosine, sine) *
                     database.excitation.values[static_cast<std::size_t>(d)].col(i).segment(
                         kDofs * body, kDofs);
    }
    values_.push_back(std::move(value));
  }
  curvatures_ = natural_curvatures(omega_, values_);
}

MatrixXcd BodyTransferFunction::at(double given) const {
  const double omega = std::min(given, omega_max());
  const double* begin = omega_.data();
  const double* end = begin + omega_.size();
  const auto upper = std::upper_bound(begin + 1, end - 1, omega) - begin;
  const auto lower = upper - 1;
  const auto left = static_cast<std::size_t>(lower), right = static_cast<std::size_t>(upper);
  const double gap = omega_[upper] - omega_[lower];
  const double b = (omega - omega_[lower]) / gap, a = 1.0 - b;
  return a * values_[left] + b * values_[right] +
         gap * gap / 6.0 *
             ((a * a * a - a) * curvatures_[left] + (b * b * b - b) * curvatures_[right]);
}

}  // namespace raftup::hydro
