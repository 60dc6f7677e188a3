/// @file Interpolation and quadrature: weights of the values of a function at some points.
#pragma once

#include <array>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup {

/// Weights of the polynomial through `nodes` at x: p(x) = sum of weight[k] * value[k].
/// @param nodes distinct; one node gives a constant
/// @source Berrut and Trefethen, Barycentric Lagrange interpolation, SIAM Review 46 (2004)
VectorXd lagrange_weights(const VectorXd& nodes, double x);

/// Gauss-Legendre quadrature of n points on [0, 1], exact for polynomials of degree 2n - 1.
struct GaussLegendre {
  VectorXd points, weights;
};

/// The points and weights of the rule on [0, 1].
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

/// Integral of f over [lower, upper] by that rule.
template <typename Function>
double integrate(const Function& f, double lower, double upper) {
  double sum = 0.0;
  for_each_gauss_point(lower, upper, [&](double x, double weight) { sum += weight * f(x); });
  return sum;
}

/// The same, bit for bit, of a function that takes many points at once.
/// @param f f(points, values), each lanes (lanes.hpp) of any count
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

/// Exact integral transforms of functions that are linear between the points of a grid:
/// f(x) = sum over k of f[k] hat_k(x), zero outside the grid. Every function returns the weights w
/// of one output point: transform = sum over k of w[k] f[k].
/// @param grid strictly increasing, size n >= 2

/// Integral of f(x) cos(x y) over the grid.
VectorXd cosine_weights(const VectorXd& grid, double y);

/// Principal value of the integral of f(x) / (x^2 - y^2) over the grid, y > 0.
/// Valid where f vanishes at the last point (a jump there has a logarithmic pole).
VectorXd dispersion_weights(const VectorXd& grid, double y);

/// Value f(x); zero outside the grid.
VectorXd linear_weights(const VectorXd& grid, double x);

/// Weights of the trapezoidal rule.
VectorXd trapezoid_weights(const VectorXd& grid);

}  // namespace raftup
