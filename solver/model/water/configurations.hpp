#pragma once

#include <array>
#include <string_view>

#include "solver/description/fields.hpp"

namespace raftup::solver {

/// What is done where bodies leave the configurations of their family by more than the margin.
enum class OutsideConfigurations {
  kRefuse,     ///< the step fails
  kUncoupled,  ///< over a distance the bodies cease to feel each other
};

constexpr std::array<std::string_view, 2> names_of(OutsideConfigurations /*of*/) {
  return {"refuse", "uncoupled"};
}

/// How a hydrodynamic group takes a family of databases over relative position. Up to the margin
/// what holds at the edge of the nodes holds.
struct Configurations {
  double margin = 5.0;                         ///< along x and y [m]
  double heading_margin = 0.0872664625997165;  ///< rad, 5 deg
  OutsideConfigurations outside = OutsideConfigurations::kRefuse;
  double fade_distance = 20.0;  ///< m behind the margin, of kUncoupled

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("margin", self.margin, {"m", Bound::kNotNegative});
    field("heading_margin_deg", self.heading_margin, {"deg", Bound::kNotNegative});
    field("outside", self.outside);
    field("fade_distance", self.fade_distance, {"m", Bound::kPositive});
  }
};

}  // namespace raftup::solver
