/// @file The series of which the functions of elementary.hpp consist, for numbers and for SIMD
///         vectors.
#pragma once

namespace raftup::series {

/// The first 32 bits of ln 2, so that its multiples up to 2^20 are exact.
inline constexpr double kLn2High = 0x1.62e42feep-1;  // NOLINT(modernize-use-std-numbers): not all
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
inline constexpr double kRootOfHalf = 0.70710678118654752;
/// Largest |r| for which the series of e^r - 1 is accurate.
inline constexpr double kShortExponent = 0.35;

/// Computes e^r - 1 for |r| <= 0.35 by the Taylor series; the first omitted term is below 1e-17 r.
/// @tparam Number double or a vector of them (see lanes.hpp)
template <typename Number>
[[gnu::always_inline]] inline void short_exponential_minus_one(const Number& r, Number& result) {
  Number sum{};
  for (int n = 13; n >= 1; --n) sum = (sum + 1.0) * r / static_cast<double>(n);
  result = sum;
}

/// Computes 2 atanh s for |s| <= 0.172 by its series.
template <typename Number>
[[gnu::always_inline]] inline void twice_hyperbolic_arctangent(const Number& s, Number& result) {
  Number sum{};
  for (int n = 21; n >= 1; n -= 2) sum = 1.0 / n + sum * (s * s);
  result = 2.0 * s * sum;
}

}  // namespace raftup::series
