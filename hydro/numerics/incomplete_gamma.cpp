#include "hydro/numerics/incomplete_gamma.hpp"

#include <cmath>

#include "hydro/numerics/elementary.hpp"

namespace raftup {
namespace {

constexpr double kHalfLogarithmOfTwoPi = 0.918938533204672742;
constexpr double kConverged = 1e-17;
constexpr int kMostTerms = 1000;

/// x^a e^-x / Gamma(a)
double prefactor(double a, double x) {
  return exponential(a * logarithm(x) - x - logarithm_of_gamma(a));
}

/// 1 - Q by its power series, for x < a + 1.
double lower_ratio(double a, double x) {
  double term = 1.0 / a, sum = term;
  for (int n = 1; n < kMostTerms && term > kConverged * sum; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return prefactor(a, x) * sum;
}

/// Q by its continued fraction 1/(x + 1 - a - 1(1 - a)/(x + 3 - a - ...)), evaluated forwards as
/// Lentz does, for x >= a + 1.
double upper_ratio(double a, double x) {
  double b = x + 1.0 - a;
  double d = 1.0 / b, c = 1.0 / 1e-300, value = d;
  for (int n = 1; n < kMostTerms; ++n) {
    const double numerator = n * (a - n);
    b += 2.0;
    d = 1.0 / (numerator * d + b);
    c = b + numerator / c;
    value *= c * d;
    if (std::abs(c * d - 1.0) < 1e-16) break;
  }
  return prefactor(a, x) * value;
}

}  // namespace

double logarithm_of_gamma(double a) {
  double product = 1.0;
  for (; a < 10.0; a += 1.0) product *= a;
  const double r = 1.0 / (a * a);
  const double series =
      (1.0 / 12.0 -
       r * (1.0 / 360.0 -
            r * (1.0 / 1260.0 -
                 r * (1.0 / 1680.0 - r * (1.0 / 1188.0 - r * (691.0 / 360360.0 - r / 156.0)))))) /
      a;
  return (a - 0.5) * logarithm(a) - a + kHalfLogarithmOfTwoPi + series - logarithm(product);
}

double upper_gamma_ratio(double a, double x) {
  if (x == 0.0) return 1.0;
  if (a == 1.0) return exponential(-x);
  if (x > 750.0 + 2.0 * a) return 0.0;  // below the smallest number, an infinite x included
  return x < a + 1.0 ? 1.0 - lower_ratio(a, x) : upper_ratio(a, x);
}

}  // namespace raftup
