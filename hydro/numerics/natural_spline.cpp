#include "hydro/numerics/natural_spline.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace raftup {
namespace {

/// Returns the second derivatives at the knots, by elimination along them.
RowMajorMatrixXcd natural_curvatures(const VectorXd& knots, const RowMajorMatrixXcd& values) {
  const Eigen::Index n = values.rows();
  RowMajorMatrixXcd curvatures = RowMajorMatrixXcd::Zero(n, values.cols());
  const auto gap = [&](Eigen::Index i) { return knots[i + 1] - knots[i]; };
  std::vector<double> pivots(static_cast<std::size_t>(n), 1.0);
  for (Eigen::Index i = 1; i + 1 < n; ++i) {
    const auto pivot = static_cast<std::size_t>(i);
    const double before = gap(i - 1), after = gap(i);
    const double share = i > 1 ? before / 6.0 / pivots[pivot - 1] : 0.0;
    pivots[pivot] = (before + after) / 3.0 - share * before / 6.0;
    curvatures.row(i) = (values.row(i + 1) - values.row(i)) / after -
                        (values.row(i) - values.row(i - 1)) / before -
                        share * curvatures.row(i - 1);
  }
  for (Eigen::Index i = n - 1; i-- > 1;) {
    curvatures.row(i) = (curvatures.row(i) - gap(i) / 6.0 * curvatures.row(i + 1)) /
                        pivots[static_cast<std::size_t>(i)];
  }
  return curvatures;
}

}  // namespace

NaturalSpline::NaturalSpline(VectorXd knots, RowMajorMatrixXcd values)
    : knots_(std::move(knots)),
      values_(std::move(values)),
      curvatures_(natural_curvatures(knots_, values_)) {}

Eigen::RowVectorXcd NaturalSpline::at(double x, Eigen::Index first, Eigen::Index count) const {
  const double* begin = knots_.data();
  const double* end = begin + knots_.size();
  const auto upper = std::upper_bound(begin + 1, end - 1, x) - begin;
  const auto lower = upper - 1;
  const double gap = knots_[upper] - knots_[lower];
  const double b = (x - knots_[lower]) / gap, a = 1.0 - b;
  const auto value = [&](Eigen::Index row) { return values_.row(row).segment(first, count); };
  const auto bend = [&](Eigen::Index row) { return curvatures_.row(row).segment(first, count); };
  return a * value(lower) + b * value(upper) +
         gap * gap / 6.0 * ((a * a * a - a) * bend(lower) + (b * b * b - b) * bend(upper));
}

}  // namespace raftup
