#pragma once

#include <limits>

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A uniform segment of a line, with an optional clump weight at its lower end.
struct LineSegment {
  double length = 0.0;           ///< unstretched length [m]
  double diameter = 0.0;         ///< diameter of a cylinder with the volume of the segment [m]
  double mass_per_length = 0.0;  ///< mass per unstretched length, in air [kg/m]
  /// axial stiffness EA [N]; infinite: the segment does not stretch
  double axial_stiffness = std::numeric_limits<double>::infinity();
  double clump_mass = 0.0;    ///< mass of the clump at the lower end, in air [kg]
  double clump_volume = 0.0;  ///< volume of the clump [m3]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("length", self.length, {"m", Bound::kPositive});
    field("diameter", self.diameter, {"m", Bound::kNotNegative});
    field("mass_per_length", self.mass_per_length, {"kg/m", Bound::kPositive});
    field("axial_stiffness", self.axial_stiffness, {"N", Bound::kPositiveOrInfinite});
    field("clump_mass", self.clump_mass, {"kg", Bound::kNotNegative});
    field("clump_volume", self.clump_volume, {"m3", Bound::kNotNegative});
  }
};

/// Weight of a segment in water per unstretched length [N/m].
double weight_in_water(const LineSegment& segment, const Model& model);
/// Weight of the clump of a segment in water [N].
double clump_weight(const LineSegment& segment, const Model& model);

/// Checks that a segment and its clump are heavier than water.
void check_segment(const LineSegment& segment, const Model& model, const std::string& path,
                   Violations& violations);
/// Checks that an anchor in the world does not lie below the bottom of the sea.
void check_anchor(const Vector3& anchor, const Model& model, const std::string& path,
                  Violations& violations);

struct CatenaryLine;
/// Checks that a line can hang between its ends at t = 0 [m, world]. Its ends must not lie below
/// the bottom on which the line lies. A line that cannot stretch must be longer than the distance
/// of its ends.
void check_reach(const CatenaryLine& line, const Model& model, const std::string& path,
                 Violations& violations);

/// A heavy elastic line that hangs in still water from a fairlead to an anchor or to another body.
/// Its force [N] is that of its static shape at every instant (catenary.hpp). The line has no
/// inertia and no drag, so that it does not damp motions. If its anchor is a point of the world,
/// the line may lie on a level bottom at the height of the anchor, unless it is `above_bottom`. The
/// weight in water per length is w = (m - rho pi d^2/4) g [N/m], with the water density rho and the
/// gravity g of the model.
/// @source Irvine, Cable Structures (1981)
struct CatenaryLine final : LoadDescription, LineSegment {
  static constexpr std::string_view kKind = "catenary_line";
  static constexpr std::array<LoadOutput, 4> kOutputs{
      {{"tension", "N", "tension at the fairlead"},
       {"anchor_tension", "N", "tension at the anchor"},
       {"length_on_bottom", "m", "unstretched length that lies on the bottom"},
       {"top_angle", "rad", "of the line at the fairlead, downwards from the horizontal"}}};

  std::string body;
  Vector3 point = Vector3::Zero();  ///< position of the fairlead in the model frame of `body` [m]
  std::string anchor_body;          ///< name of the body with the anchor; empty = the world
  /// position of the anchor in the model frame of `anchor_body`, or in the world [m]
  Vector3 anchor = Vector3::Zero();
  /// The segments after the first one, which is at the fairlead, in the order towards the anchor.
  std::vector<LineSegment> further_segments;
  double bottom_friction = 0.0;  ///< friction coefficient C_B of the line on the bottom [1]
  bool above_bottom = false;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("point", self.point, "m");
    field("anchor_body", self.anchor_body, Reference::kOtherBody);
    field("anchor", self.anchor, "m");
    LineSegment::fields(self, field);
    field("further_segments", self.further_segments);
    field("bottom_friction", self.bottom_friction, Bound::kNotNegative);
    field("above_bottom", self.above_bottom);
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  bool knows_modes(const std::string& /*body*/) const override { return true; }
  std::optional<Vector3> point_on(const std::string& on_body) const override {
    return on_body == body ? point : anchor;
  }
  std::optional<HangingLine> hanging_line(const Model& model) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

std::unique_ptr<ForceElement> make_element(const CatenaryLine& load, const LoadSite& site);

}  // namespace raftup::solver
