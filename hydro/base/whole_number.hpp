#pragma once

#include <concepts>
#include <limits>
#include <string_view>

namespace raftup {

namespace whole_number {

/// Returns 2^digits, the smallest integer above the range of `Integer`. It is exact as a double,
/// unlike the largest integer within the range.
template <std::integral Integer>
constexpr double first_above() {
  double power = 1.0;
  for (int digit = 0; digit < std::numeric_limits<Integer>::digits; ++digit) power *= 2.0;
  return power;
}

/// Throws the error of to_integer().
[[noreturn]] void refuse(double value, std::string_view quantity, double least, double above);

}  // namespace whole_number

/// Converts a double to an integer and drops its fraction. All conversions of a double to an
/// integer, a size or an index use this function, because a plain cast of NaN, an infinity or a
/// number beyond the range is undefined, and std::clamp, std::min and std::max let NaN pass.
/// @param value    any double
/// @param quantity name of the value for the message: "index of a panel"
/// @throws Error(kInvalidArgument) if the value is not a number within the range of `Integer`
template <std::integral Integer>
inline Integer to_integer(double value, std::string_view quantity) {
  constexpr double kAbove = whole_number::first_above<Integer>();
  constexpr double kLeast = std::numeric_limits<Integer>::is_signed ? -kAbove : 0.0;
  const bool within = value >= kLeast && value < kAbove;  // false of what is not a number
  if (!within) [[unlikely]]
    whole_number::refuse(value, quantity, kLeast, kAbove);
  return static_cast<Integer>(value);
}

}  // namespace raftup
