#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/configurations/axis_quantity.hpp"
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

/// One axis of a family of databases: what its values measure in the model.
struct ConfigurationAxis {
  hydro::AxisQuantity of = hydro::AxisQuantity::kRelativePosition;
  std::vector<std::string> bodies;  ///< for a relative position: the bodies
  std::string body;                 ///< for draught, trim and speed
  std::string joint;                ///< for a joint angle: a hinge or a cylindrical joint
  std::string input;                ///< for an input: a ConfigurationInput
  /// value of a joint angle at t = 0, where the joint's own angle is 0 [rad]
  double at_start = 0.0;
  /// Cutoff frequency of a low-pass filter of the value [rad/s]; none: the value itself.
  std::optional<double> filter;
  /// Distance beyond the nodes up to which the coefficients at their edge apply [unit of the axis;
  /// deg for angles].
  double margin = 0.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("of", self.of);
    field("bodies", self.bodies);
    field("body", self.body);
    field("joint", self.joint);
    field("input", self.input);
    field("at_start_deg", self.at_start, "deg");
    field("filter", self.filter, {"rad/s", Bound::kPositive});
    field("margin", self.margin, Bound::kNotNegative);
  }
};

/// Options of a hydrodynamic group with a family of databases over the relative position of two
/// bodies [m, rad], along a track of several, or over axes. Outside the positions of the family, but
/// within the margin, the coefficients at the edge apply.
struct Configurations {
  double margin =
      5.0;  ///< distance from the positions of the family along x and y, or from its track [m]
  /// distance from the relative headings of the family [rad]; 5 deg by default
  double heading_margin = 0.0872664625997165;
  OutsideConfigurations outside = OutsideConfigurations::kRefuse;
  /// distance beyond the margin [m], for OutsideConfigurations::kUncoupled
  double fade_distance = 20.0;
  /// The axes of a family over axes, in their order. It may be empty for a family over relative
  /// position, to which the options above apply; they do not apply to other axes.
  std::vector<ConfigurationAxis> axes;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("margin", self.margin, {"m", Bound::kNotNegative});
    field("heading_margin_deg", self.heading_margin, {"deg", Bound::kNotNegative});
    field("outside", self.outside);
    field("fade_distance", self.fade_distance, {"m", Bound::kPositive});
    field("axes", self.axes, FieldRule().added_late());
  }
};

}  // namespace raftup::solver
