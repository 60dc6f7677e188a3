/// @file Sine and cosine whose bits are the same on every machine and in every vector width: plain
/// multiplications and additions only, so that a loop over them vectorises. glibc's sincos chooses
/// its code, and with it the last bit, by the processor.
#pragma once

namespace raftup {

inline constexpr double kTwoPi = 6.283185307179586476925286766559;
inline constexpr double kTurnsPerRadian = 0.15915494309189533576888376337251;  ///< 1 / (2 pi)

struct SineCosine {
  double sine = 0.0;
  double cosine = 1.0;
};

/// Adding and subtracting 1.5 * 2^52 rounds |x| < 2^51 to the nearest integer (ties to even): no
/// room is left for fractional bits. Needs the default rounding mode and no -ffast-math.
inline constexpr double kRoundingShift = 6755399441055744.0;

[[gnu::always_inline]] inline double nearest_integer(double x) {
  return (x + kRoundingShift) - kRoundingShift;
}

/// sin and cos of 2 pi `turns`, |turns| < 2^51, absolute error below 1e-15.
/// Half the angle lies in [-pi/2, pi/2] after whole turns are dropped (exactly); there sin(pi r)/r
/// and cos(pi r) are minimax polynomials in r^2 (errors 7e-19 and 4e-18), then the angle is
/// doubled.
/// @tparam Number double or a vector of them (see lanes.hpp)
template <typename Number>
[[gnu::always_inline]] inline void sincos_turns(const Number& turns, Number& sine, Number& cosine) {
  const Number whole = (turns + kRoundingShift) - kRoundingShift;
  const Number r = turns - whole;
  const Number z = r * r;
  Number s = z * 7.6978677839490150197e-7 - 2.1903501176312124485e-5;
  s = s * z + 4.6629981785620435277e-4;
  s = s * z - 7.3704305062694576434e-3;
  s = s * z + 8.2145886573144213938e-2;
  s = s * z - 0.59926452931894735876;
  s = s * z + 2.5501640398773006702;
  s = s * z - 5.1677127800499693677;
  s = s * z + 3.141592653589793116;
  s = s * r;
  Number c = z * 4.1495916999745500564e-6 - 1.0456658073432240779e-4;
  c = c * z + 1.9295562835917527515e-3;
  c = c * z - 2.5806888739352502882e-2;
  c = c * z + 0.2353306301298082881;
  c = c * z - 1.3352627688434646203;
  c = c * z + 4.0587121264164975898;
  c = c * z - 4.9348022005446763316;
  c = c * z + 1.0;
  const Number twice_s = s + s;
  sine = twice_s * c;
  cosine = 1.0 - twice_s * s;
}

[[gnu::always_inline]] inline SineCosine sincos_turns(double turns) {
  SineCosine result;
  sincos_turns(turns, result.sine, result.cosine);
  return result;
}

/// sin and cos of x [rad], |x| < 1e6, absolute error below 2e-15.
/// Whole turns are taken away in three parts of 2 pi (33, 33 and 53 bits), so that n times each of
/// the first two is exact.
/// @source Cody and Waite, Software Manual for the Elementary Functions (1980)
[[gnu::always_inline]] inline SineCosine sincos(double x) {
  constexpr double kTwoPi1 = 0x1.921fb54400000p+2;
  constexpr double kTwoPi2 = 0x1.0b4611a600000p-32;
  constexpr double kTwoPi3 = 0x1.3198a2e037073p-67;
  const double n = nearest_integer(x * kTurnsPerRadian);
  const double remainder = ((x - n * kTwoPi1) - n * kTwoPi2) - n * kTwoPi3;
  return sincos_turns(remainder * kTurnsPerRadian);
}

}  // namespace raftup
