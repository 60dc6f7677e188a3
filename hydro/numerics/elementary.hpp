/// @file Elementary functions and the incomplete gamma function with results that are bit for bit
///         the same on every machine. They consist only of sums, products, quotients and square
///         roots. The double-precision functions of glibc use other code on processors with fused
///         multiply-add, which changes the last bit. Errors are a few units in the last place. Sine
///         and cosine are plain multiplications and additions, so that compilers can vectorize
///         loops over them in every width.
#pragma once

#include <complex>
#include <cstddef>
#include <numbers>
#include <span>

namespace raftup {

double exponential(double x);            ///< e^x
double exponential_minus_one(double x);  ///< e^x - 1, accurate for small x too
/// Returns e^z of a complex number, |Im z| < 1e6.
std::complex<double> exponential(const std::complex<double>& z);
double power(double base, double exponent);  ///< base^exponent; base > 0 and finite
double logarithm(double x);                  ///< natural logarithm; x > 0 and finite
double logarithm_of_one_plus(double x);      ///< ln(1 + x), accurate for small x too; finite x > -1
double hyperbolic_tangent(double x);         ///< tanh x

/// Angle of the point (x, y) from the x axis, in [-pi, pi]; 0 at the origin.
double arctangent(double y, double x);

inline constexpr double kTwoPi = 6.283185307179586476925286766559;
/// Turns per radian, 1 / (2 pi).
inline constexpr double kTurnsPerRadian = 0.15915494309189533576888376337251;

/// Sine and cosine of one angle [rad].
struct SineCosine {
  double sine = 0.0;
  double cosine = 1.0;
};

/// Adding and subtracting this number, 1.5 * 2^52, rounds |x| < 2^51 to the nearest integer (ties
/// to even), because no bits are left for a fraction. It needs the default rounding mode and no
/// -ffast-math.
inline constexpr double kRoundingShift = 6755399441055744.0;

/// Returns x rounded to the nearest integer (ties to even), |x| < 2^51.
[[gnu::always_inline]] inline double nearest_integer(double x) {
  return (x + kRoundingShift) - kRoundingShift;
}

/// Computes sine and cosine of the angle 2 pi `turns`, |turns| < 2^50, with an absolute error below
/// 6e-16. Half turns are subtracted exactly, so that the rest r lies in [-1/4, 1/4]. There sin(2 pi
/// r)/r and cos(2 pi r) are minimax polynomials in z = r^2 (errors 1e-18 and 4e-18), summed by
/// Estrin's scheme, whose short dependency chains use wide processors well. An odd number of half
/// turns changes the sign.
/// @tparam Number double or a vector of them (see lanes.hpp)
template <typename Number>
[[gnu::always_inline]] inline void sincos_turns(const Number& turns, Number& sine, Number& cosine) {
  const Number half_turns = (turns + 0.5 * kRoundingShift) - 0.5 * kRoundingShift;
  const Number whole_turns = (half_turns + kRoundingShift) - kRoundingShift;
  const Number odd = half_turns - whole_turns;  // 0 or +-1/2
  const Number sign = 1.0 - 8.0 * (odd * odd);
  const Number r = turns - half_turns;
  const Number z = r * r;
  const Number z2 = z * z;
  const Number z4 = z2 * z2;
  const Number sine_low = (z * 42.05869392544984 - 76.70585975282526) * z2 +
                          (z * 81.60524927607362 - 41.341702240399755);
  const Number sine_high = (z * 0.10089749261777653 - 0.7177339265453957) * z2 +
                           (z * 3.819928107878026 - 15.09464167683985);
  const Number cosine_low = (z * 60.24464131323092 - 85.45681720598174) * z2 +
                            (z * 64.93939402266396 - 19.739208802178705);
  const Number cosine_high = (z * 0.2719476416495321 - 1.7132188587511383) * z2 +
                             (z * 7.903462537591819 - 26.426254069096963);
  sine = sign * (r * 6.283185307179586 + (sine_high * z4 + sine_low) * (r * z));
  cosine = sign * ((cosine_high * z4 + cosine_low) * z + 1.0);
}

/// Returns sine and cosine of the angle 2 pi `turns`, |turns| < 2^50.
[[gnu::always_inline]] inline SineCosine sincos_turns(double turns) {
  SineCosine result;
  sincos_turns(turns, result.sine, result.cosine);
  return result;
}

/// Returns sine and cosine of x [rad], |x| < 1e6, with an absolute error below 1e-15. Whole turns
/// are subtracted in three parts of 2 pi (33, 33 and 53 bits), so that n times each of the first
/// two is exact.
/// @source Cody and Waite, Software Manual for the Elementary Functions (1980)
[[gnu::always_inline]] inline SineCosine sincos(double x) {
  constexpr double kTwoPi1 = 0x1.921fb54400000p+2;
  constexpr double kTwoPi2 = 0x1.0b4611a600000p-32;
  constexpr double kTwoPi3 = 0x1.3198a2e037073p-67;
  const double n = nearest_integer(x * kTurnsPerRadian);
  const double remainder = ((x - n * kTwoPi1) - n * kTwoPi2) - n * kTwoPi3;
  return sincos_turns(remainder * kTurnsPerRadian);
}

inline constexpr double kRadiansPerDegree = std::numbers::pi / 180.0;

/// Returns the ratio of the upper incomplete gamma function to the complete one,
///   Q(a, x) = 1/Gamma(a) integral_x^inf t^(a - 1) e^-t dt,
/// with an absolute error of about 1e-14; Q(1, x) is e^-x bit for bit. The result is bit for bit
/// the same on every machine.
/// @param a > 0
/// @param x >= 0, may be infinite
/// @source Abramowitz and Stegun 6.5.29 (series), 6.5.31 (continued fraction)
double upper_gamma_ratio(double a, double x);

/// Returns ln Gamma(a) with an error of about 1e-14, for a > 0.
/// @source Abramowitz and Stegun 6.1.15 (recurrence), 6.1.41 (Stirling's series)
double logarithm_of_gamma(double a);

/// Returns true if every value is finite. It reads each value once and is limited only by the speed
/// of memory, because it is called in every time step.
bool all_finite(std::span<const double> values) noexcept;

/// Returns the index of the first value that is infinite or NaN, or values.size() if there is none.
std::size_t first_not_finite(std::span<const double> values) noexcept;

}  // namespace raftup
