#include "hydro/numerics/quadrature.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup {

VectorXd lagrange_weights(const VectorXd& nodes, double x) {
  VectorXd weights = VectorXd::Ones(nodes.size());
  for (Eigen::Index k = 0; k < nodes.size(); ++k) {
    for (Eigen::Index m = 0; m < nodes.size(); ++m) {
      if (m != k) weights[k] *= (x - nodes[m]) / (nodes[k] - nodes[m]);
    }
  }
  return weights;
}

GaussLegendre gauss_legendre(Eigen::Index count) {
  // Golub and Welsch (1969): eigenvalues of the Jacobi matrix of the Legendre polynomials
  MatrixXd jacobi = MatrixXd::Zero(count, count);
  for (Eigen::Index k = 1; k < count; ++k) {
    const auto order = static_cast<double>(k);
    jacobi(k, k - 1) = jacobi(k - 1, k) = order / std::sqrt(4.0 * order * order - 1.0);
  }
  const SymmetricEigen eigen = symmetric_eigen(jacobi);
  return {(eigen.values.array() + 1.0) / 2.0, eigen.vectors.row(0).transpose().array().square()};
}

namespace {

/// Returns sin(x) / x.
double sinc(double x) { return std::abs(x) < 1e-4 ? 1.0 - x * x / 6.0 : sincos(x).sine / x; }

/// Returns (sin(x) - x cos(x)) / x^2, whose closed form loses digits near 0.
double odd_moment(double x) {
  if (std::abs(x) < 0.1) {
    const double s = x * x;
    return x / 3.0 * (1.0 - s / 10.0 * (1.0 - s / 28.0 * (1.0 - s / 54.0)));
  }
  const auto [sine, cosine] = sincos(x);
  return (sine - x * cosine) / (x * x);
}

/// Returns the antiderivative of ln|x|, continuous at 0.
double log_integral(double x) { return x == 0.0 ? 0.0 : x * logarithm(std::abs(x)) - x; }

/// Returns the weights of the integral of f(x) / (x - y), by parts: the slopes of the hat functions
/// times ln|x - y|.
VectorXd cauchy_weights(const VectorXd& grid, double y) {
  VectorXd weights = VectorXd::Zero(grid.size());
  double before = log_integral(grid[0] - y);
  for (Eigen::Index k = 0; k + 1 < grid.size(); ++k) {
    const double after = log_integral(grid[k + 1] - y);
    const double mean_log = (after - before) / (grid[k + 1] - grid[k]);
    weights[k] += mean_log;
    weights[k + 1] -= mean_log;
    before = after;
  }
  // Boundary term of the first hat function, since f need not vanish at the first point.
  if (grid[0] != y) weights[0] -= logarithm(std::abs(grid[0] - y));
  return weights;
}

}  // namespace

VectorXd cosine_weights(const VectorXd& grid, double y) {
  VectorXd weights = VectorXd::Zero(grid.size());
  for (Eigen::Index k = 0; k + 1 < grid.size(); ++k) {
    const double half_width = 0.5 * (grid[k + 1] - grid[k]);
    const double middle = 0.5 * (grid[k + 1] + grid[k]);
    const auto [sine, cosine] = sincos(middle * y);
    const double even = cosine * sinc(half_width * y);
    const double odd = sine * odd_moment(half_width * y);
    weights[k] += half_width * (even + odd);
    weights[k + 1] += half_width * (even - odd);
  }
  return weights;
}

VectorXd dispersion_weights(const VectorXd& grid, double y) {
  return (cauchy_weights(grid, y) - cauchy_weights(grid, -y)) / (2.0 * y);
}

VectorXd linear_weights(const VectorXd& grid, double x) {
  VectorXd weights = VectorXd::Zero(grid.size());
  if (x < grid[0] || x > grid[grid.size() - 1]) return weights;
  const auto* above = std::upper_bound(grid.data(), grid.data() + grid.size() - 1, x);
  const Eigen::Index k = std::max<Eigen::Index>(above - grid.data() - 1, 0);
  const double fraction = (x - grid[k]) / (grid[k + 1] - grid[k]);
  weights[k] = 1.0 - fraction;
  weights[k + 1] = fraction;
  return weights;
}

VectorXd trapezoid_weights(const VectorXd& grid) {
  VectorXd weights = VectorXd::Zero(grid.size());
  for (Eigen::Index k = 0; k + 1 < grid.size(); ++k) {
    const double half_width = 0.5 * (grid[k + 1] - grid[k]);
    weights[k] += half_width;
    weights[k + 1] += half_width;
  }
  return weights;
}

}  // namespace raftup
