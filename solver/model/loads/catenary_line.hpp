#pragma once

#include <limits>

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A uniform segment of a line, with a clump at its lower end.
struct LineSegment {
  double length = 0.0;           ///< unstretched [m]
  double diameter = 0.0;         ///< of the water that it displaces [m]
  double mass_per_length = 0.0;  ///< in air [kg/m]
  /// EA [N]; infinite: inextensible
  double axial_stiffness = std::numeric_limits<double>::infinity();
  double clump_mass = 0.0;    ///< at the lower end, in air [kg]
  double clump_volume = 0.0;  ///< m3

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

/// Weight in water of a segment per length [N/m], and of the clump at its lower end [N].
double weight_in_water(const LineSegment& segment, const Model& model);
double clump_weight(const LineSegment& segment, const Model& model);

/// Requires that a segment and its clump are heavier than water.
void check_segment(const LineSegment& segment, const Model& model, const std::string& path,
                   Violations& violations);
/// Requires that an anchor in the world is not below the bottom.
void check_anchor(const Vector3& anchor, const Model& model, const std::string& path,
                  Violations& violations);

struct CatenaryLine;
/// Requires that a line can hang between its ends at t = 0 [m, world]: above the bottom on which it
/// ends, and longer than their distance if it does not stretch. A line that stretches always can.
void check_reach(const CatenaryLine& line, const Model& model, const std::string& path,
                 Violations& violations);

/// A heavy elastic line that hangs in still water from a fairlead to an anchor or to another body.
/// Its force [N] is that of its static shape at every instant (catenary.hpp); its own inertia and
/// drag are left out, so that it damps no motion. If its anchor is a point of the world, the line
/// may lie on a level bottom at the height of the anchor, unless it is `above_bottom`. In the
/// weight per length w = (m - rho pi d^2/4) g [N/m] the water density and gravity are the model's.
/// @source Irvine, Cable Structures (1981)
struct CatenaryLine final : LoadDescription, LineSegment {
  static constexpr std::string_view kKind = "catenary_line";
  static constexpr std::array<LoadOutput, 4> kOutputs{
      {{"tension", "N", "tension at the fairlead"},
       {"anchor_tension", "N", "tension at the anchor"},
       {"length_on_bottom", "m", "unstretched length that lies on the bottom"},
       {"top_angle", "rad", "of the line at the fairlead, downwards from the horizontal"}}};

  std::string body;
  Vector3 point = Vector3::Zero();            ///< the fairlead, model frame [m]
  std::string anchor_body;                    ///< empty = the world
  Vector3 anchor = Vector3::Zero();           ///< model frame or world [m]
  std::vector<LineSegment> further_segments;  ///< from the first, at the fairlead, to the anchor
  double bottom_friction = 0.0;               ///< C_B [1]
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
  std::optional<HangingLine> hanging_line(const Model& model) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

std::unique_ptr<ForceElement> make_element(const CatenaryLine& load, const LoadSite& site);

}  // namespace raftup::solver
