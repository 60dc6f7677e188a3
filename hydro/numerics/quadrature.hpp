/// @file Interpolation and quadrature, as weights by which the values of a function at some points
///         are multiplied.
#pragma once

#include <array>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup {

/// Returns the weights of the polynomial through the values at `nodes`, evaluated at x: p(x) = sum
/// of weight[k] * value[k].
/// @param nodes distinct; one node gives a constant
/// @source Berrut and Trefethen, Barycentric Lagrange interpolation, SIAM Review 46 (2004)
VectorXd lagrange_weights(const VectorXd& nodes, double x);

/// Points and weights of the Gauss-Legendre quadrature with n points on [0, 1], which is exact for
/// polynomials of degree 2n - 1.
struct GaussLegendre {
  VectorXd points, weights;
};

/// Returns points and weights of the Gauss-Legendre quadrature on [0, 1].
/// @param count number of points n, >= 1
GaussLegendre gauss_legendre(Eigen::Index count);

/// Calls visit(x, weight) for the ten points of the Gauss-Legendre rule on [lower, upper], which is
/// exact for polynomials of degree 19.
/// @source Abramowitz and Stegun, table 25.4
template <typename Visit>
void for_each_gauss_point(double lower, double upper, const Visit& visit) {
  static const GaussLegendre kRule = gauss_legendre(10);
  const double width = upper - lower;
  for (Eigen::Index i = 0; i < kRule.points.size(); ++i) {
    visit(lower + width * kRule.points[i], width * kRule.weights[i]);
  }
}

/// Returns the integral of f over [lower, upper] by the Gauss-Legendre rule with ten points.
template <typename Function>
double integrate(const Function& f, double lower, double upper) {
  double sum = 0.0;
  for_each_gauss_point(lower, upper, [&](double x, double weight) { sum += weight * f(x); });
  return sum;
}

/// Returns the integral of f as integrate() does, bit for bit, for a function that is evaluated at
/// many points at once.
/// @param f function f(points, values), where both are SIMD vectors (lanes.hpp) of any number of
///         elements
template <typename Function>
double integrate_in_lanes(const Function& f, double lower, double upper) {
  std::array<SomeLanes<8>::Type, 2> points{}, weights{};
  std::size_t count = 0;
  for_each_gauss_point(lower, upper, [&](double x, double weight) {
    points[count / 8][count % 8] = x;
    weights[count / 8][count % 8] = weight;
    ++count;
  });
  SomeLanes<8>::Type most;
  SomeLanes<2>::Type rest;
  f(points[0], most);
  f(SomeLanes<2>::Type{points[1][0], points[1][1]}, rest);
  const SomeLanes<8>::Type terms = weights[0] * most;
  double sum = 0.0;
  for (std::size_t k = 0; k < 8; ++k) sum += terms[k];
  for (std::size_t k = 0; k < 2; ++k) sum += weights[1][k] * rest[k];
  return sum;
}

/// The functions below give exact integral transforms of functions that are linear between the
/// points of a grid: f(x) = sum over k of f[k] hat_k(x), zero outside the grid. Each returns the
/// weights w of one result, which is the sum over k of w[k] f[k].
/// @param grid strictly increasing, size n >= 2

/// Returns the weights of the integral of f(x) cos(x y) over the grid.
VectorXd cosine_weights(const VectorXd& grid, double y);

/// Returns the weights of the principal value of the integral of f(x) / (x^2 - y^2) over the grid,
/// y > 0. f must vanish at the last point, since a jump there makes the integral infinite.
VectorXd dispersion_weights(const VectorXd& grid, double y);

/// Returns the weights of the value f(x); zeros outside the grid.
VectorXd linear_weights(const VectorXd& grid, double x);

/// Returns the weights of the integral of f(x) over the grid (trapezoidal rule).
VectorXd trapezoid_weights(const VectorXd& grid);

}  // namespace raftup
