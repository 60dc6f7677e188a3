#pragma once

#include <array>
#include <string_view>

#include "solver/description/fields.hpp"

namespace raftup::solver {

/// What happens if bodies leave the relative positions of their family by more than the margin.
enum class OutsideConfigurations {
  kRefuse,     ///< the step fails
  kUncoupled,  ///< the coupling of the bodies fades out over a distance [m]
};

constexpr std::array<std::string_view, 2> names_of(OutsideConfigurations /*of*/) {
  return {"refuse", "uncoupled"};
}

/// How a hydrodynamic group uses a family of databases over relative position [m, rad]. Up to the
/// margin, the coefficients at the edge of the nodes apply.
struct Configurations {
  double margin = 5.0;                         ///< along x and y [m]
  double heading_margin = 0.0872664625997165;  ///< rad, 5 deg
  OutsideConfigurations outside = OutsideConfigurations::kRefuse;
  double fade_distance = 20.0;  ///< m beyond the margin, for kUncoupled

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("margin", self.margin, {"m", Bound::kNotNegative});
    field("heading_margin_deg", self.heading_margin, {"deg", Bound::kNotNegative});
    field("outside", self.outside);
    field("fade_distance", self.fade_distance, {"m", Bound::kPositive});
  }
};

}  // namespace raftup::solver
