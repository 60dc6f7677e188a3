#pragma once

#include <array>

namespace raftup::hydro {

/// Integral of f over [lower, upper] by the Gauss-Legendre rule of ten points: exact for
/// polynomials of degree 19.
template <typename Function>
double integrate(const Function& f, double lower, double upper) {
  constexpr std::array<double, 5> kNodes{0.14887433898163121088, 0.43339539412924719080,
                                         0.67940956829902440623, 0.86506336668898451073,
                                         0.97390652851717172008};
  constexpr std::array<double, 5> kWeights{0.29552422471475287017, 0.26926671930999635509,
                                           0.21908636251598204400, 0.14945134915058059315,
                                           0.06667134430868813759};
  const double middle = 0.5 * (lower + upper);
  const double half = 0.5 * (upper - lower);
  double sum = 0.0;
  for (std::size_t i = 0; i < kNodes.size(); ++i) {
    sum += kWeights[i] * (f(middle - half * kNodes[i]) + f(middle + half * kNodes[i]));
  }
  return half * sum;
}

}  // namespace raftup::hydro
