#include "hydro/sea/wave_period.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

void require_wave_period(double period, const char* name) {
  require(std::isfinite(period) && period > 0.0,
          fmt::format("{} must be positive, got {}", name, period));
  require(period >= kShortestPeriod && period <= kLongestPeriod,
          fmt::format("{} must lie within {} to {:g} s, got {}", name, kShortestPeriod,
                      kLongestPeriod, period));
}

}  // namespace raftup::hydro
