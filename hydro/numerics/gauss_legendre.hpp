#pragma once

#include <array>
#include <cstddef>

namespace raftup {

/// Calls visit(x, weight) for the ten points of the Gauss-Legendre rule on [lower, upper], which is
/// exact for polynomials of degree 19.
template <typename Visit>
void for_each_gauss_point(double lower, double upper, const Visit& visit) {
  constexpr std::array<double, 5> kNodes{0.14887433898163121088, 0.43339539412924719080,
                                         0.67940956829902440623, 0.86506336668898451073,
                                         0.97390652851717172008};
  constexpr std::array<double, 5> kWeights{0.29552422471475287017, 0.26926671930999635509,
                                           0.21908636251598204400, 0.14945134915058059315,
                                           0.06667134430868813759};
  const double middle = 0.5 * (lower + upper);
  const double half = 0.5 * (upper - lower);
  for (std::size_t i = 0; i < kNodes.size(); ++i) {
    visit(middle - half * kNodes[i], half * kWeights[i]);
    visit(middle + half * kNodes[i], half * kWeights[i]);
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
