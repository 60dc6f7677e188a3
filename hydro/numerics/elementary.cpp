#include "hydro/numerics/elementary.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary_series.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup {
namespace {

constexpr double kPi = 0.5 * kTwoPi;

double short_exponential_minus_one(double r) {
  double result = 0.0;
  series::short_exponential_minus_one(r, result);
  return result;
}

double twice_hyperbolic_arctangent(double s) {
  double result = 0.0;
  series::twice_hyperbolic_arctangent(s, result);
  return result;
}

/// Returns m 2^n for a mantissa in [1/2, 2], as ldexp() does, but without a function call.
double scaled(double m, double n) {
  constexpr double kNormal = 1000.0;
  const auto power = to_integer<std::int64_t>(n, "power of two");
  if (!(std::abs(n) < kNormal)) return std::ldexp(m, static_cast<int>(power));
  return m * std::bit_cast<double>((1023 + power) << 52);
}

/// Returns atan(t) for 0 <= t <= 1. The nearest c of 0, 1/2 and 1 is subtracted by atan t = atan c
/// + atan((t - c)/(1 + c t)); for the rest, |t| <= 1/4, atan(t)/t is a minimax polynomial in t^2
/// (error 4e-18).
double short_arctangent(double t) {
  double base = 0.0;
  if (t > 0.75) {
    base = 0.125 * kTwoPi;
    t = (t - 1.0) / (1.0 + t);
  } else if (t > 0.25) {
    base = 0.46364760900080611621;  // atan 1/2
    t = (t - 0.5) / (1.0 + 0.5 * t);
  }
  const double z = t * t, z2 = z * z;
  const double low = (-0.33333333333332177 + z * 0.19999999999503515) +
                     z2 * (-0.14285714203571467 + z * 0.11111104293366121);
  const double high = (-0.09090590398432431 + z * 0.07683514664487642) +
                      z2 * (-0.06523870789539533 + z * 0.046006175145513764);
  return base + (t + t * z * (low + z2 * z2 * high));
}

}  // namespace

double exponential(double x) {
  if (!(x > -746.0)) return x != x ? x : 0.0;
  if (x > 710.0) return std::numeric_limits<double>::infinity();
  const double n = nearest_integer(x / series::kLn2High);
  const double r = (x - n * series::kLn2High) - n * series::kLn2Low;
  return scaled(1.0 + short_exponential_minus_one(r), n);
}

std::complex<double> exponential(const std::complex<double>& z) {
  const double size = exponential(z.real());
  const auto [sine, cosine] = sincos(z.imag());
  return {size * cosine, size * sine};
}

double power(double base, double exponent) { return exponential(exponent * logarithm(base)); }

double exponential_minus_one(double x) {
  return std::abs(x) < series::kShortExponent ? short_exponential_minus_one(x)
                                              : exponential(x) - 1.0;
}

/// Writes x = m 2^e with m near 1; log m = 2 atanh((m - 1)/(m + 1)), |argument| <= 0.172.
double logarithm(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < series::kRootOfHalf) {
    m *= 2.0;
    --exponent;
  }
  const double low =
      twice_hyperbolic_arctangent((m - 1.0) / (m + 1.0)) + exponent * series::kLn2Low;
  return exponent * series::kLn2High + low;
}

double logarithm_of_one_plus(double x) {
  if (std::abs(x) < 0.25) return twice_hyperbolic_arctangent(x / (2.0 + x));
  return logarithm(1.0 + x);
}

double hyperbolic_tangent(double x) {
  const double decayed = exponential_minus_one(-2.0 * std::abs(x));
  return std::copysign(decayed / (decayed + 2.0), x);
}

double arctangent(double y, double x) {
  double small = std::abs(y), large = std::abs(x);
  if (large == 0.0 && small == 0.0) return 0.0;
  const bool steep = small > large;
  if (steep) std::swap(small, large);
  double angle = short_arctangent(small / large);
  if (steep) angle = 0.5 * kPi - angle;
  if (x < 0.0) angle = kPi - angle;
  return std::copysign(angle, y);
}

namespace {

constexpr double kHalfLogarithmOfTwoPi = 0.918938533204672742;
constexpr double kConverged = 1e-17;
constexpr int kMostTerms = 1000;

/// Returns x^a e^-x / Gamma(a).
double prefactor(double a, double x) {
  return exponential(a * logarithm(x) - x - logarithm_of_gamma(a));
}

/// Returns 1 - Q by its power series, for x < a + 1.
double lower_ratio(double a, double x) {
  double term = 1.0 / a, sum = term;
  for (int n = 1; n < kMostTerms && term > kConverged * sum; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return prefactor(a, x) * sum;
}

/// Returns Q by its continued fraction 1/(x + 1 - a - 1(1 - a)/(x + 3 - a - ...)), evaluated
/// forwards by Lentz's method, for x >= a + 1.
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

namespace {

[[gnu::always_inline]] inline bool none_infinite(std::span<const double> values) {
  constexpr std::uint64_t kExponent =
      0x7ff0'0000'0000'0000;  // all ones in infinities and NaNs only
  std::uint64_t found = 0;
  for (const double value : values) {
    found |= (std::bit_cast<std::uint64_t>(value) & kExponent) == kExponent ? 1U : 0U;
  }
  return found == 0;
}

}  // namespace

bool all_finite(std::span<const double> values) noexcept {
  return at_full_width<none_infinite>(values);
}

std::size_t first_not_finite(std::span<const double> values) noexcept {
  const auto is_finite = [](double value) { return std::isfinite(value); };
  const auto found = std::find_if_not(values.begin(), values.end(), is_finite);
  return static_cast<std::size_t>(found - values.begin());
}

}  // namespace raftup
