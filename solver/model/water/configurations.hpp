#pragma once

#include <array>
#include <string_view>

#include "solver/description/fields.hpp"

namespace raftup::solver {

/// The behavior of a group when its bodies leave the relative positions of the family of databases
/// by more than the margin [m, rad].
enum class OutsideConfigurations {
  kRefuse,     ///< the step fails
  kUncoupled,  ///< the hydrodynamic coupling of the bodies decreases to zero over fade_distance [m]
};

constexpr std::array<std::string_view, 2> names_of(OutsideConfigurations /*of*/) {
  return {"refuse", "uncoupled"};
}

/// Options of a hydrodynamic group with a family of databases over the relative position of two
/// bodies [m, rad]. Outside the positions of the family, but within the margin, the coefficients at
/// the edge apply.
struct Configurations {
  double margin = 5.0;  ///< distance from the positions of the family along x and y [m]
  /// distance from the relative headings of the family [rad]; 5 deg by default
  double heading_margin = 0.0872664625997165;
  OutsideConfigurations outside = OutsideConfigurations::kRefuse;
  /// distance beyond the margin [m], for OutsideConfigurations::kUncoupled
  double fade_distance = 20.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("margin", self.margin, {"m", Bound::kNotNegative});
    field("heading_margin_deg", self.heading_margin, {"deg", Bound::kNotNegative});
    field("outside", self.outside);
    field("fade_distance", self.fade_distance, {"m", Bound::kPositive});
  }
};

}  // namespace raftup::solver
