#pragma once

#include "solver/model/loads/catenary_line.hpp"

namespace raftup::solver {

/// A uniform segment of a dynamic line, divided into elements of equal length [m].
struct DynamicSegment : LineSegment {
  int element_count = 20;         ///< number of elements, 1 to 1000
  double drag = 1.2;              ///< drag coefficient C_d for transverse flow, by the diameter
  double axial_drag = 0.05;       ///< drag coefficient C_da for axial flow, by the circumference
  double added_mass = 1.0;        ///< added mass coefficient C_a for transverse flow [1]
  double axial_added_mass = 0.0;  ///< added mass coefficient for axial flow [1]
  /// damping ratio zeta [1]: an element of length l has the damping C = zeta l sqrt(EA m) [N s]
  double damping_ratio = 1.0;

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

/// A heavy elastic line with inertia, drag and internal damping, from a fairlead to an anchor or
/// another body, under water and in the current. It is modeled by lumped masses (lumped_line.hpp).
/// If its anchor is a point of the world, the line can lie on a level bottom at that depth, unless
/// it is `above_bottom`. At t = 0 the line is at rest in the current; its shape there is found from
/// that of the catenary. The motion of the water in waves does not act on the line.
///
/// Coupling: the state contains the positions and velocities of the inner nodes at the start of the
/// step. Each evaluation within the step, and the end of the step, integrates the nodes from there
/// in sub-steps. Meanwhile each end of the line follows the cubic in time that has the position and
/// velocity of the start of the step and those of the stage. For a stepper the force is therefore a
/// function of position and velocity: rk4 has only the error of the sub-steps, midpoint and the
/// impulse steppers keep their orders 2 and 1. Its Jacobian is the stiffness of the catenary; in
/// linear models the line is the catenary. The energy of the line is part of the output
/// energy.potential; drag, damping and friction dissipate energy. The outer halves of the first and
/// the last element transfer their weight and drag to the bodies, but not their inertia.
struct DynamicLine final : LoadDescription, DynamicSegment {
  static constexpr std::string_view kKind = "dynamic_line";

  std::string body;
  Vector3 point = Vector3::Zero();  ///< position of the fairlead in the model frame of `body` [m]
  std::string anchor_body;          ///< name of the body with the anchor; empty = the world
  /// position of the anchor in the model frame of `anchor_body`, or in the world [m]
  Vector3 anchor = Vector3::Zero();
  /// The segments after the first one, which is at the fairlead, in the order towards the anchor.
  std::vector<DynamicSegment> further_segments;
  bool above_bottom = false;
  /// pressure of the bottom on the line per depth of penetration [Pa/m]
  double bottom_stiffness = 1e5;
  /// pressure of the bottom on the line per speed of penetration [Pa s/m]
  double bottom_damping = 1e4;
  double bottom_friction = 0.0;  ///< friction coefficient mu on the bottom [1]
  /// sliding speed at which the friction of the bottom is .7 of its limit [m/s]
  double slip_speed = 0.05;
  /// longest sub-step [s]; default: 2 divided by the highest rate of motion of the line [1/s]
  std::optional<double> sub_step;

  /// True in a linear model, in which the catenary takes the place of the line. It is not a field
  /// of model files.
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
