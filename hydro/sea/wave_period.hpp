/// @file The range of the periods of waves [s].
#pragma once

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

/// Allowed range of the periods of waves and of spectral peaks [s]. Waves shorter than about .07 s
/// are governed by surface tension, and waves longer than some hours are tides. Values outside the
/// range are treated as input errors, and their frequencies would overflow. Chosen, not swept.
inline constexpr double kShortestPeriod = 1e-3, kLongestPeriod = 1e6;

/// Checks that a period [s] is within the allowed range.
/// @param name name of the parameter for the message, such as "peak_period"
/// @throws Error(kInvalidArgument) if it is not
inline void require_wave_period(double period, const char* name) {
  require(std::isfinite(period) && period > 0.0,
          fmt::format("{} must be positive, got {}", name, period));
  require(period >= kShortestPeriod && period <= kLongestPeriod,
          fmt::format("{} must lie within {} to {:g} s, got {}", name, kShortestPeriod,
                      kLongestPeriod, period));
}

}  // namespace raftup::hydro
