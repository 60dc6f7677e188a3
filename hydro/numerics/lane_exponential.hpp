/// @file The exponential function in lanes: a plain loop over them vectorises in every width, and
/// its bits are the same on every machine.
#pragma once

#include <numbers>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/lanes.hpp"

namespace raftup {

/// e^x, relative error below 1e-15, x no further from 0 than 700: beyond it is that there.
/// With n = round(x / ln 2), x - n ln 2 lies within ln 2 / 2, where the Taylor series to the power
/// of 13 leaves 4e-18; 2^n is added to the exponent.
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
