#pragma once

#include "hydro/sea/wave_stretching.hpp"
#include "solver/model/loads/line_break.hpp"
#include "solver/model/loads/line_eye.hpp"
#include "solver/model/loads/line_winch.hpp"
#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// The tension T of a line over its strain e at rest: a polygon from (0, 0) through these points.
struct LineTensionCurve {
  std::vector<double> strain;   ///< e [1], strictly ascending from above 0
  std::vector<double> tension;  ///< T [N], the same

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("strain", self.strain);
    field("tension", self.tension, "N");
  }
};

/// A uniform part of a line, divided into elements of equal length [m].
struct LineSection {
  double length = 0.0;             ///< unstretched length [m]
  int elements = 20;               ///< number of elements, 1 to 1000 [1]
  double diameter = 0.0;           ///< diameter of a cylinder with the volume of the section [m]
  double mass_per_length = 0.0;    ///< mass per unstretched length, in air [kg/m]
  double axial_stiffness = 0.0;    ///< EA [N]
  double bending_stiffness = 0.0;  ///< EI [N m2]; 0 = a rope or a chain
  /// Internal damping C/EA of the tension T = EA e + C de/dt [s]; none: l/c, with the length l of an
  /// element and the speed c = sqrt(EA/m) of waves along the line.
  std::optional<double> damping_time;
  double drag = 1.2;              ///< drag coefficient C_d for transverse flow, by the diameter
  double axial_drag = 0.05;       ///< drag coefficient C_da for axial flow, by the circumference
  double added_mass = 1.0;        ///< added mass coefficient C_a for transverse flow [1]
  double axial_added_mass = 0.0;  ///< added mass coefficient for axial flow [1]
  /// true if the section can push; none: if it has a bending stiffness
  std::optional<bool> compression;
  double clump_mass = 0.0;    ///< mass of a clump at the second end of the section, in air [kg]
  double clump_volume = 0.0;  ///< volume of the clump [m3]
  double torsional_stiffness = 0.0;  ///< GJ [N m2], for torsion
  /// in place of EA e at rest, with the slope EA beyond its last point
  std::optional<LineTensionCurve> tension_curve = {};
  /// EA_d [N] of fast motions, > EA: the tension is that at rest and (EA_d - EA) (e - a), where the
  /// creep strain a follows the strain e by a' = (e - a)/t_r
  std::optional<double> dynamic_stiffness = {};
  std::optional<double> relaxation_time = {};  ///< t_r [s], with dynamic_stiffness

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("length", self.length, {"m", Bound::kPositive});
    field("elements", self.elements);
    field("diameter", self.diameter, {"m", Bound::kPositive});
    field("mass_per_length", self.mass_per_length, {"kg/m", Bound::kPositive});
    field("axial_stiffness", self.axial_stiffness, {"N", Bound::kPositive});
    field("bending_stiffness", self.bending_stiffness, {"N m2", Bound::kNotNegative});
    field("damping_time", self.damping_time, {"s", Bound::kNotNegative});
    field("drag", self.drag, Bound::kNotNegative);
    field("axial_drag", self.axial_drag, Bound::kNotNegative);
    field("added_mass", self.added_mass, Bound::kNotNegative);
    field("axial_added_mass", self.axial_added_mass, Bound::kNotNegative);
    field("compression", self.compression);
    field("clump_mass", self.clump_mass, {"kg", Bound::kNotNegative});
    field("clump_volume", self.clump_volume, {"m3", Bound::kNotNegative});
    field("torsional_stiffness", self.torsional_stiffness,
          FieldRule("N m2", Bound::kNotNegative).added_late());
    field("tension_curve", self.tension_curve, FieldRule().added_late());
    field("dynamic_stiffness", self.dynamic_stiffness,
          FieldRule("N", Bound::kPositive).added_late());
    field("relaxation_time", self.relaxation_time, FieldRule("s", Bound::kPositive).added_late());
  }
};

/// The first end of a line, on a body.
struct LineFirstEnd {
  std::string body;                 ///< name of the body that holds the end
  Vector3 point = Vector3::Zero();  ///< position of the end in the model frame of `body` [m]
  /// direction in which the line leaves a clamp, model frame of `body`; none: it turns freely
  std::optional<Vector3> direction;
  std::optional<double> turning_stiffness;  ///< of the clamp [N m/rad]; none: rigid
  /// for torsion: a direction across that of the clamp, by which the line is turned about it, in the
  /// frame of `direction`; none: x
  std::optional<Vector3> director = {};

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("point", self.point, "m");
    field("direction", self.direction);
    field("turning_stiffness", self.turning_stiffness, {"N m/rad", Bound::kPositive});
    field("director", self.director, FieldRule().added_late());
  }
};

/// The second end of a line, which has one of `body`, `anchor` and `free`.
struct LineSecondEnd {
  std::string body;                 ///< name of the body that holds the end; empty = none
  Vector3 point = Vector3::Zero();  ///< position of the end in the model frame of `body` [m]
  std::optional<Vector3> anchor;    ///< position of the end in the world [m]
  bool free = false;                ///< true if nothing holds the end
  /// direction in which the line leaves a clamp, model frame of `body` or world; none: it turns
  /// freely
  std::optional<Vector3> direction;
  std::optional<double> turning_stiffness;  ///< of the clamp [N m/rad]; none: rigid
  /// for torsion: a direction across that of the clamp, by which the line is turned about it, in the
  /// frame of `direction`; none: x
  std::optional<Vector3> director = {};

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kAnyBody);
    field("point", self.point, "m");
    field("anchor", self.anchor, "m");
    field("free", self.free);
    field("direction", self.direction);
    field("turning_stiffness", self.turning_stiffness, {"N m/rad", Bound::kPositive});
    field("director", self.director, FieldRule().added_late());
  }
};

/// The depth of a bottom at the points of a grid, bilinear between them; beyond the grid as at its
/// edge.
struct LineGroundGrid {
  std::vector<double> x, y;   ///< coordinates of the points [m, world], strictly ascending
  std::vector<double> depth;  ///< below still water [m]: y.size() rows of x.size() numbers

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("x", self.x, "m");
    field("y", self.y, "m");
    field("depth", self.depth, "m");
  }
};

/// The bottom on which a line lies: level, a sloped plane, or a grid of depths.
struct LineGround {
  /// z of the bottom at the origin of the world [m]; none: it goes through the anchor, or else
  /// through the bottom of the water
  std::optional<double> height;
  Vector3 normal = Vector3::UnitZ();  ///< out of the bottom, of any length, world frame
  double stiffness = 1e5;             ///< pressure per depth of penetration [Pa/m]
  double damping = 1e4;               ///< pressure per speed of penetration [Pa s/m]
  double friction = 0.0;              ///< friction coefficient mu [1]
  /// movement along the bottom at which friction is at its limit [m]
  double shear_distance = 0.01;
  std::optional<LineGroundGrid> grid;  ///< in place of height and normal
  /// speed of slip at which viscous friction is .7 of its limit [m/s], in place of shear_distance; that
  /// of a DynamicLine, not a field of model files
  std::optional<double> slip_speed = {};

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("height", self.height, "m");
    field("normal", self.normal);
    field("stiffness", self.stiffness, {"Pa/m", Bound::kPositive});
    field("damping", self.damping, {"Pa s/m", Bound::kNotNegative});
    field("friction", self.friction, Bound::kNotNegative);
    field("shear_distance", self.shear_distance, {"m", Bound::kPositive});
    field("grid", self.grid, FieldRule().added_late());
  }
};

/// A mooring line, tow wire, power cable or riser with inertia, drag, internal damping and, if it is
/// given, bending stiffness, in waves and current. It is a discrete rod (solver/loads/rods) from
/// its first end, which is on a body, to its second end on another body, at an anchor in the world,
/// or free. At t = 0 it is at rest in the current between its ends.
///
/// Coupling: a step of the line is one implicit solution, whose inner nodes are eliminated onto the
/// ends. What remains, S [N s/m] and rho [N], stands in the equations of the bodies as damping and
/// force, so that a step is stable whatever the masses of the line and of the bodies are. Therefore
/// only the steppers midpoint and moreau_jean take it. Its force and outputs are means over a step.
/// In linear models the line has its static shape and stiffness, and its impedance about rest; a drum
/// holds it.
struct ElasticLine final : LoadDescription {
  static constexpr std::string_view kKind = "line";

  LineFirstEnd end_a;
  LineSecondEnd end_b;
  std::vector<LineSection> sections;  ///< from the first end to the second
  LineGround bottom;
  bool above_bottom = false;  ///< true if the line never touches the bottom
  bool waves = true;          ///< true if the waves move the water around the line
  /// Where it may break; the first that comes true breaks it, once. Both parts move on.
  std::vector<LineBreak> breaks;
  std::optional<LineWinch> winch;  ///< at the first end, which must not be clamped
  bool torsion = false;            ///< true if it has torsion between clamps at both ends
  std::vector<LineEye> eyes;       ///< in their order from the first end; the line has one section

  /// True in a linear model, in which the line is at rest. It is not a field of model
  /// files.
  bool still = false;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("end_a", self.end_a);
    field("end_b", self.end_b);
    field("sections", self.sections);
    field("bottom", self.bottom);
    field("above_bottom", self.above_bottom);
    field("waves", self.waves);
    field("breaks", self.breaks);
    field("winch", self.winch, FieldRule().added_late());
    field("torsion", self.torsion, FieldRule().added_late());
    field("eyes", self.eyes, FieldRule().added_late());
  }
  int count_elements() const;
  double length() const;  ///< unstretched, without what a drum stores [m]
  bool creeps() const;    ///< true if a section has a dynamic_stiffness
  int count_eyes() const { return static_cast<int>(eyes.size()); }
  /// Most elements that the line can have: when all that a drum stores has been paid out, and with
  /// short elements at eyes.
  int most_elements() const;
  /// The line when its drum has paid out or hauled in so that its first section has that many elements;
  /// the arcs of its breaks move with it.
  ElasticLine with_first_elements(int count) const;
  /// z of a plane bottom at the origin of the world [m]; none if the line has no bottom or a grid.
  std::optional<double> bottom_height(const Model& model) const;

  std::vector<LoadOutput> outputs() const override;
  /// True if a break waits for the command `cut`.
  bool waits_for_cut() const;
  /// The channel of its drum, its speed [m/s] or its force [N], and `cut` [1], which parts it where it
  /// is above 0.
  std::span<const LoadOutput> commands() const override;
  double own_command(std::string_view channel) const override;
  void check_command(const std::string& name, std::string_view channel,
                     double value) const override;
  std::string_view drive_channel() const override;
  bool feels_waves() const override { return waves; }
  bool feels_current() const override { return true; }
  std::optional<hydro::WaveStretching> wave_stretching() const override {
    return waves ? std::optional(hydro::WaveStretching::kWheeler) : std::nullopt;
  }
  bool acts_over_steps() const override { return true; }
  bool knows_modes(const std::string& body) const override {
    return !(end_a.direction && end_a.body == body) && !(end_b.direction && end_b.body == body);
  }
  std::optional<Vector3> point_on(const std::string& body) const override {
    if (!eyes.empty() || end_a.body == end_b.body) return std::nullopt;
    return body == end_a.body ? end_a.point : end_b.point;
  }
  void hold_still() override { still = true; }
  std::string linear_limit(const std::string& name) const override;
  std::optional<HangingLine> hanging_line(const Model& model) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

std::unique_ptr<ForceElement> make_element(const ElasticLine& load, const LoadSite& site);

}  // namespace raftup::solver
