/// @file The range of the periods of waves [s].
#pragma once

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

/// Range of the periods of waves and of spectral peaks [s]. Below some .07 s surface tension
/// carries the waves, and beyond some hours they are tides. Values outside the range are taken to
/// be a slip, and their frequencies would overflow. Chosen, not swept.
inline constexpr double kShortestPeriod = 1e-3, kLongestPeriod = 1e6;

/// Requires that a period [s] lies within this range.
/// @param name of the period, "peak_period"
/// @throws Error(kInvalidArgument) otherwise
inline void require_wave_period(double period, const char* name) {
  require(std::isfinite(period) && period > 0.0,
          fmt::format("{} must be positive, got {}", name, period));
  require(period >= kShortestPeriod && period <= kLongestPeriod,
          fmt::format("{} must lie within {} to {:g} s, got {}", name, kShortestPeriod,
                      kLongestPeriod, period));
}

}  // namespace raftup::hydro
