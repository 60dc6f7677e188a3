/// @file The exponential function for SIMD vectors. Compilers can vectorize plain loops over it in
///         every width, and its results are bit for bit the same on every machine.
#pragma once

#include <numbers>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/lanes.hpp"

namespace raftup {

/// Computes e^x for each element of a vector, with a relative error below 1e-15. Arguments beyond
/// -700 and 700 are replaced by these limits. With n = round(x / ln 2), the rest x - n ln 2 is
/// within ln 2 / 2, where the Taylor series up to the power 13 has an error of 4e-18; n is then
/// added to the exponent of the result.
/// @tparam V a vector of doubles, see lanes.hpp
/// @source Cody and Waite, Software Manual for the Elementary Functions (1980)
template <typename V>
[[gnu::always_inline]] inline void exponential_of_lanes(const V& given, V& result) {
  using Bits __attribute__((vector_size(sizeof(V)), may_alias)) = long long;
  constexpr double kLimit = 700.0;
  // ln 2 in two parts, the first with zeros at its end, so that n times it is exact.
  // NOLINTNEXTLINE(modernize-use-std-numbers)
  constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
  constexpr double kPerLn2 = std::numbers::log2e;
  const V zero{};
  const V above = given < -kLimit ? zero - kLimit : given;
  const V x = above > kLimit ? zero + kLimit : above;
  const V shifted = x * kPerLn2 + kRoundingShift;
  const V n = shifted - kRoundingShift;
  const V r = (x - n * kLn2High) - n * kLn2Low;
  const V r2 = r * r;
  const V r4 = r2 * r2;
  const V low = (1.0 + r) + r2 * (0.5 + r * (1.0 / 6.0));
  const V middle = (1.0 / 24.0 + r * (1.0 / 120.0)) + r2 * (1.0 / 720.0 + r * (1.0 / 5040.0));
  const V high =
      (1.0 / 40320.0 + r * (1.0 / 362880.0)) + r2 * (1.0 / 3628800.0 + r * (1.0 / 39916800.0));
  const V last = 1.0 / 479001600.0 + r * (1.0 / 6227020800.0);
  const V mantissa = low + r4 * (middle + r4 * (high + r4 * last));
  // The low bits of `shifted` are n.
  result = reinterpret_cast<V>(reinterpret_cast<Bits>(mantissa) +
                               (reinterpret_cast<Bits>(shifted) << 52));
}

}  // namespace raftup
