/// @file The periods that waves may have.
#pragma once

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

/// s, of waves and of peaks of spectra. Below some .07 s surface tension carries the waves, and
/// beyond some hours they are tides: what lies further off is a slip of the pen, and its frequency
/// leaves the range of numbers.
inline constexpr double kShortestPeriod = 1e-3, kLongestPeriod = 1e6;

/// @param name of the period, "peak_period"
/// @throws Error(kInvalidArgument) unless it lies within these
inline void require_wave_period(double period, const char* name) {
  require(std::isfinite(period) && period > 0.0,
          fmt::format("{} must be positive, got {}", name, period));
  require(period >= kShortestPeriod && period <= kLongestPeriod,
          fmt::format("{} must lie within {} to {:g} s, got {}", name, kShortestPeriod,
                      kLongestPeriod, period));
}

}  // namespace raftup::hydro
