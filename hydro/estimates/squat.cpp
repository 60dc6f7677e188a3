#include "hydro/estimates/squat.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

Squat squat(const ShipParticulars& ship, const EstimateWater& water, double depth, double speed) {
  const std::pair<const char*, double> positive[] = {{"length", ship.length},
                                                     {"displaced_volume", ship.displaced_volume},
                                                     {"gravity", water.gravity},
                                                     {"water_depth", depth}};
  for (const auto& [name, value] : positive) {
    require(std::isfinite(value) && value > 0.0,
            fmt::format("{} must be positive and finite", name), fmt::format("{}", value));
  }
  const double froude = speed / std::sqrt(water.gravity * depth);
  require(froude <= kMostDepthFroude,
          fmt::format("speed / sqrt(g water_depth) must be at most {}, a speed of {:.4g} m/s",
                      kMostDepthFroude, kMostDepthFroude * std::sqrt(water.gravity * depth)),
          fmt::format("{:.4g} at {} m/s", froude, speed));
  const double slender = ship.displaced_volume / (ship.length * ship.length);
  return {2.4 * slender * froude * froude / std::sqrt(1.0 - froude * froude), froude};
}

}  // namespace raftup::hydro
