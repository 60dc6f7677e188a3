#pragma once

#include "hydro/numerics/interpolation.hpp"

namespace raftup {

/// Calls visit(x, weight) for the ten points of the Gauss-Legendre rule on [lower, upper], which is
/// exact for polynomials of degree 19.
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

}  // namespace raftup
