/// @file Functions of elementary.hpp for SIMD vectors, with results that are bit for bit those of
///         elementary.hpp. They are faster for many values, because the divisions of one series do
///         not wait for those of another.
#pragma once

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/elementary_series.hpp"
#include "hydro/numerics/lanes.hpp"

namespace raftup {

/// Computes exponential() of each element of a vector.
/// @tparam V a vector of doubles, see lanes.hpp
template <typename V>
[[gnu::always_inline]] inline void exponential_in_lanes(const V& x, V& result) {
  using Bits __attribute__((vector_size(sizeof(V)), may_alias)) = long long;
  constexpr std::size_t kCount = sizeof(V) / sizeof(double);
  constexpr double kNormal = 700.0;  // nearer to 0 than that no result is subnormal or infinite
  bool normal = true;
  for (std::size_t k = 0; k < kCount; ++k) normal = normal && x[k] > -kNormal && x[k] < kNormal;
  if (!normal) {
    for (std::size_t k = 0; k < kCount; ++k) result[k] = exponential(x[k]);
    return;
  }
  const V shifted = x / series::kLn2High + kRoundingShift;
  const V n = shifted - kRoundingShift;
  const V r = (x - n * series::kLn2High) - n * series::kLn2Low;
  V more;
  series::short_exponential_minus_one(r, more);
  const V mantissa = 1.0 + more;
  // The low bits of `shifted` are n.
  result = reinterpret_cast<V>(reinterpret_cast<Bits>(mantissa) +
                               (reinterpret_cast<Bits>(shifted) << 52));
}

/// Computes exponential_minus_one() of each element of a vector.
template <typename V>
[[gnu::always_inline]] inline void exponential_minus_one_in_lanes(const V& x, V& result) {
  V near, whole;
  series::short_exponential_minus_one(x, near);
  exponential_in_lanes(x, whole);
  const V far = whole - 1.0;
  const V below = x < series::kShortExponent ? near : far;
  result = x > -series::kShortExponent ? below : far;
}

/// Computes logarithm() of each element of a vector, none of which may be subnormal.
template <typename V>
[[gnu::always_inline]] inline void logarithm_in_lanes(const V& x, V& result) {
  using Bits __attribute__((vector_size(sizeof(V)), may_alias)) = unsigned long long;
  // Of 1/2; of 2^52, whose low bits count units.
  constexpr unsigned long long kHalf = 0x3fe0000000000000, kUnits = 0x4330000000000000;
  constexpr unsigned long long kMantissa = 0x000fffffffffffff, kMantissaBits = 52;
  const Bits bits = reinterpret_cast<Bits>(x);
  const Bits counted = (bits >> kMantissaBits) + kUnits, cut = (bits & kMantissa) | kHalf;
  const V m = reinterpret_cast<V>(cut);
  const V exponent = reinterpret_cast<V>(counted) - (4503599627370496.0 + 1022.0);
  const V about_one = m < series::kRootOfHalf ? m * 2.0 : m;
  const V n = m < series::kRootOfHalf ? exponent - 1.0 : exponent;
  V angle;
  series::twice_hyperbolic_arctangent((about_one - 1.0) / (about_one + 1.0), angle);
  const V low = angle + n * series::kLn2Low;
  result = n * series::kLn2High + low;
}

}  // namespace raftup
