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

struct ElasticLine;

/// A heavy elastic line with inertia, drag and internal damping, from a fairlead to an anchor or
/// another body, in the current but not in the waves. If its anchor is a point of the world, the line
/// can lie on a level bottom at that depth, unless it is `above_bottom`. It is another way to write an
/// ElasticLine, which line() returns; everything that is not a field or a rule for fields is that of
/// the ElasticLine. The friction of the bottom is viscous:
///   -mu N v/sqrt(v^2 + slip_speed^2),
/// with the velocity v along the bottom and the push N. The field `sub_step` has no effect.
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
  /// without effect [s]: steps of the line are those of the simulation
  std::optional<double> sub_step;

  /// True in a linear model, in which the line is at rest. It is not a field of model files.
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
  ElasticLine line() const;

  bool feels_current() const override { return true; }
  bool acts_over_steps() const override { return true; }
  std::string_view field_without_effect() const override { return sub_step ? "sub_step" : ""; }
  std::vector<LoadOutput> outputs() const override;
  void hold_still() override { still = true; }
  std::string linear_limit(const std::string& name) const override;
  std::optional<HangingLine> hanging_line(const Model& model) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

std::unique_ptr<ForceElement> make_element(const DynamicLine& load, const LoadSite& site);

}  // namespace raftup::solver
