#include "hydro/estimates/particulars.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

void require_positive(double value, const char* name) {
  require(std::isfinite(value) && value > 0.0, fmt::format("{} must be positive and finite", name),
          fmt::format("{}", value));
}

}  // namespace

double regression_power(double base, double exponent, const std::string& base_name) {
  require(std::isfinite(base) && base > 0.0,
          fmt::format("{} must be positive, the formula ends there", base_name),
          fmt::format("{:.4g}", base));
  return power(base, exponent);
}

void check_particulars(const ShipParticulars& ship, const EstimateWater& water) {
  const std::pair<const char*, double> positive[] = {
      {"length", ship.length},
      {"breadth", ship.breadth},
      {"draught", ship.draught},
      {"displaced_volume", ship.displaced_volume},
      {"midship_coefficient", ship.midship_coefficient},
      {"water_density", water.density},
      {"gravity", water.gravity},
      {"kinematic_viscosity", water.kinematic_viscosity}};
  for (const auto& [name, value] : positive) require_positive(value, name);
  require(ship.midship_coefficient <= 1.0, "midship_coefficient must be at most 1",
          fmt::format("{}", ship.midship_coefficient));
  require(ship.block_coefficient() <= 1.0,
          "displaced_volume must be at most length x breadth x draught",
          fmt::format("{} m3, block coefficient {:.4g}", ship.displaced_volume,
                      ship.block_coefficient()));
}

}  // namespace raftup::hydro
