/// @file The natural logarithm for SIMD vectors, bit for bit the same on every machine and in every
///         width.
#pragma once

namespace raftup {

/// Computes ln(1 + x) for each element of a vector, finite and > -1, with a relative error below
/// 1e-15 that holds for small x too. 1 + x is written as 2^n m with m between sqrt(1/2) and
/// sqrt(2), and n = 0 for |x| < 1/4. Then ln m = 2 atanh s with s = (m - 1)/(m + 1), |s| <= .172,
/// by a series up to the power 21.
/// @tparam V a vector of doubles, see lanes.hpp
/// @source Cody and Waite, Software Manual for the Elementary Functions (1980)
template <typename V>
[[gnu::always_inline]] inline void logarithm_of_one_plus_lanes(const V& x, V& result) {
  using Bits __attribute__((vector_size(sizeof(V)), may_alias)) = unsigned long long;
  // ln 2 in two parts, the first with zeros at its end, so that n times it is exact.
  // NOLINTNEXTLINE(modernize-use-std-numbers)
  constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
  // Of 1 and of sqrt(1/2); of 2^52, whose low bits count units.
  constexpr unsigned long long kOne = 0x3ff0000000000000, kRootOfHalf = 0x3fe6a09e667f3bcd;
  constexpr unsigned long long kUnits = 0x4330000000000000;
  constexpr unsigned long long kBias = 1023, kMantissaBits = 52;
  const V zero{};
  const V one_plus = 1.0 + x;
  const Bits bits = reinterpret_cast<Bits>(one_plus);
  const Bits exponent = (bits + (kOne - kRootOfHalf)) >> kMantissaBits;
  const Bits scaled = bits - ((exponent - kBias) << kMantissaBits);
  const Bits counted = exponent + kUnits;
  const V m = reinterpret_cast<V>(scaled);
  // Each mask stands in its choice: where one is kept, compilers take the lanes apart.
  const V square = x * x,
          from_exponent = reinterpret_cast<V>(counted) - (4503599627370496.0 + 1023.0);
  const V from_one = m - 1.0;
  const V n = square < 0.0625 ? zero : from_exponent;
  const V above = square < 0.0625 ? x : from_one;
  const V s = above / (2.0 + above);
  const V z = s * s;
  const V z2 = z * z;
  const V z4 = z2 * z2;
  const V low = (1.0 + z * (1.0 / 3.0)) + z2 * (1.0 / 5.0 + z * (1.0 / 7.0));
  const V middle = (1.0 / 9.0 + z * (1.0 / 11.0)) + z2 * (1.0 / 13.0 + z * (1.0 / 15.0));
  const V high = (1.0 / 17.0 + z * (1.0 / 19.0)) + z2 * (1.0 / 21.0);
  const V series = low + z4 * (middle + z4 * high);
  result = n * kLn2High + ((s + s) * series + n * kLn2Low);
}

}  // namespace raftup
