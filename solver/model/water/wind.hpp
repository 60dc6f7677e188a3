#pragma once

#include <cstdint>
#include <string>

#include "hydro/wind/wind.hpp"
#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// The wind over a model: its climate, its mean direction and the random gusts, which are the same
/// for all bodies.
struct Wind {
  hydro::WindClimate climate;
  /// direction that the wind goes to [rad], 0 along +x, counter-clockwise from above
  double direction = 0.0;
  std::int64_t seed = 0;  ///< seed of the random phases of the gusts [rad]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("speed", self.climate.speed, {"m/s", Bound::kPositive});
    field("height", self.climate.height, {"m", Bound::kPositive});
    field("averaging_time", self.climate.averaging_time, {"s", Bound::kPositive});
    field("direction_deg", self.direction, "deg");
    field("profile", self.climate.profile);
    field("exponent", self.climate.exponent, Bound::kNotNegative);
    field("roughness", self.climate.roughness, {"m", Bound::kPositive});
    field("spectrum", self.climate.spectrum);
    field("surface_drag", self.climate.surface_drag, Bound::kNotNegative);
    field("turbulence_intensity", self.climate.turbulence_intensity, Bound::kNotNegative);
    field("length_scale", self.climate.length_scale, {"m", Bound::kPositive});
    field("seed", self.seed);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

}  // namespace raftup::solver
