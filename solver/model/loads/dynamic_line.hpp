#pragma once

#include "solver/model/loads/catenary_line.hpp"

namespace raftup::solver {

/// A uniform segment of a line with dynamics of its own, divided into elements of equal length [m].
struct DynamicSegment : LineSegment {
  int element_count = 20;         ///< 1 to 1000
  double drag = 1.2;              ///< C_d of flow across, by the diameter
  double axial_drag = 0.05;       ///< C_da along, by the circumference
  double added_mass = 1.0;        ///< C_a of flow across
  double axial_added_mass = 0.0;  ///< and along
  double damping_ratio = 1.0;  ///< zeta [1]: C = zeta l sqrt(EA m) [N s] of an element of length l

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    LineSegment::fields(self, field);
    field("element_count", self.element_count);
    field("drag", self.drag, Bound::kNotNegative);
    field("axial_drag", self.axial_drag, Bound::kNotNegative);
    field("added_mass", self.added_mass, Bound::kNotNegative);
    field("axial_added_mass", self.axial_added_mass, Bound::kNotNegative);
    field("damping_ratio", self.damping_ratio, Bound::kNotNegative);
  }
};

/// A heavy elastic line with inertia, drag and internal damping of its own, of lumped masses
/// (lumped_line.hpp), from a fairlead to an anchor or another body, under water and in the current.
/// If its anchor is a point of the world, the line lies on a level bottom at that depth, unless it
/// is `above_bottom`. It starts at rest in the current, from the shape of the catenary. Waves do
/// not move the water around it.
///
/// Coupling: the state holds the inner nodes at the start of the step. Each evaluation within the
/// step, and the end of the step, moves them from there in sub-steps. Meanwhile each end of the
/// line follows the cubic in time that has the position and velocity of the start of the step and
/// those of the stage. For a stepper the force is therefore a function of position and velocity:
/// rk4 has only the error of the sub-steps, midpoint and the impulse steppers keep their orders 2
/// and 1. Its Jacobian is the stiffness of the catenary, and so is all of it in linear models. The
/// energy in the line is part of energy.potential, its drag, damping and friction are power. The
/// halves of its outer elements put weight and drag on the bodies, no inertia.
struct DynamicLine final : LoadDescription, DynamicSegment {
  static constexpr std::string_view kKind = "dynamic_line";

  std::string body;
  Vector3 point = Vector3::Zero();               ///< the fairlead, model frame [m]
  std::string anchor_body;                       ///< empty = the world
  Vector3 anchor = Vector3::Zero();              ///< model frame or world [m]
  std::vector<DynamicSegment> further_segments;  ///< from the first, at the fairlead, to the anchor
  bool above_bottom = false;
  double bottom_stiffness = 1e5;   ///< pressure per depth of penetration [Pa/m]
  double bottom_damping = 1e4;     ///< Pa s/m
  double bottom_friction = 0.0;    ///< mu
  double slip_speed = 0.05;        ///< speed at which friction is .7 of its limit [m/s]
  std::optional<double> sub_step;  ///< longest [s]; default: 2 over the fastest rate

  /// true in a linear model, which replaces the line by the catenary; not a field
  bool still = false;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("point", self.point, "m");
    field("anchor_body", self.anchor_body, Reference::kOtherBody);
    field("anchor", self.anchor, "m");
    DynamicSegment::fields(self, field);
    field("further_segments", self.further_segments);
    field("above_bottom", self.above_bottom);
    field("bottom_stiffness", self.bottom_stiffness, {"Pa/m", Bound::kPositive});
    field("bottom_damping", self.bottom_damping, {"Pa s/m", Bound::kNotNegative});
    field("bottom_friction", self.bottom_friction, Bound::kNotNegative);
    field("slip_speed", self.slip_speed, {"m/s", Bound::kPositive});
    field("sub_step", self.sub_step, {"s", Bound::kPositive});
  }
  bool feels_current() const override { return true; }
  std::vector<LoadOutput> outputs() const override;
  void hold_still() override { still = true; }
  std::string linear_limit(const std::string& name) const override;
  std::optional<HangingLine> hanging_line(const Model& model) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

std::unique_ptr<ForceElement> make_element(const DynamicLine& load, const LoadSite& site);

}  // namespace raftup::solver
