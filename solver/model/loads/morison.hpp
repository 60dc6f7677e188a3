#pragma once

#include "hydro/sea/wave_stretching.hpp"
#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// The flat end of a member, on which the pressure p of waves acts. The force along the axis is
///   F = p A + rho/2 C_d A |u - v|(u - v) + m (u' - v'),  A = pi D^2/4,
/// with the velocities u of the water and v of the end along the axis [m/s] and the added mass m =
/// C_a rho 2/3 pi (D/2)^3. A half sphere has C_a = 1; a thin disc, whose added mass is 8/3 rho
/// (D/2)^3, has C_a = 4/pi.
/// @source DNV-RP-C205
struct MorisonEnd {
  double drag_coefficient = 0.0;        ///< drag coefficient C_d [1]
  double added_mass_coefficient = 0.0;  ///< added mass coefficient C_a [1]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("drag_coefficient", self.drag_coefficient, Bound::kNotNegative);
    field("added_mass_coefficient", self.added_mass_coefficient, Bound::kNotNegative);
  }
};

/// A cylinder or a strip between two points. With u the velocity of the water and v that of the
/// element [m/s], n for components across its axis and a for components along it, the force per
/// length is [N/m]
///   f = rho A (1 + C_a) u'_n - rho A C_a v'_n + rho/2 C_d D |u_n - v_n|(u_n - v_n)
///       + rho/2 C_da pi D |u_a - v_a|(u_a - v_a).
/// @source Morison, O'Brien, Johnson and Schaaf (1950); DNV-RP-C205
struct MorisonElement {
  Vector3 point1 = Vector3::Zero();  ///< ends of the element in the model frame [m]
  Vector3 point2 = Vector3::Zero();
  double diameter = 0.0;  ///< diameter D; for a strip its width across the flow [m]
  /// cross-sectional area A [m2]; none = that of a circle with the diameter D
  std::optional<double> area;
  double drag_coefficient = 0.0;        ///< drag coefficient C_d across the axis [1]
  double added_mass_coefficient = 0.0;  ///< added mass coefficient C_a across the axis [1]
  double axial_drag_coefficient = 0.0;  ///< drag coefficient C_da along the axis [1]
  int segment_count = 10;  ///< number of segments of equal length [m], each with two Gauss points
  /// Flat ends of the element at point1 and point2. Without one, no force [N] acts on that end,
  /// because another member continues there or the end stands on the bottom.
  std::optional<MorisonEnd> end1, end2;

  double cross_section() const;  ///< cross-sectional area A, given or of a circle [m2]
  bool has_added_mass() const;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("point1", self.point1, "m");
    field("point2", self.point2, "m");
    field("diameter", self.diameter, {"m", Bound::kPositive});
    field("area", self.area, {"m2", Bound::kNotNegative});
    field("drag_coefficient", self.drag_coefficient, Bound::kNotNegative);
    field("added_mass_coefficient", self.added_mass_coefficient, Bound::kNotNegative);
    field("axial_drag_coefficient", self.axial_drag_coefficient, Bound::kNotNegative);
    field("segment_count", self.segment_count);
    field("end1", self.end1);
    field("end2", self.end2);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// Slender members of a body in waves and current, by Morison's equation (MemberForce). Their added
/// mass is part of the system matrix and not of the force. The velocity u [m/s] and the
/// acceleration u' [m/s2] are those of the undisturbed waves at the members. Hydrostatic buoyancy
/// is not included. On a body with a hydrodynamic database only the drag acts, since the database
/// contains the other forces.
struct Morison final : LoadDescription {
  static constexpr std::string_view kKind = "morison";
  static constexpr std::array<LoadOutput, 1> kOutputs{
      {{"wet_length", "m", "length of its elements below the surface"}}};

  std::string body;
  std::vector<MorisonElement> elements;
  hydro::WaveStretching stretching = hydro::WaveStretching::kWheeler;
  /// True: a slamming force acts on elements that enter the water, so that momentum [kg m/s] is
  /// conserved while their added mass grows. False: there is no such force.
  bool slam = false;

  bool has_added_mass() const override;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("elements", self.elements);
    field("stretching", self.stretching);
    field("slam", self.slam);
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  bool knows_modes(const std::string& /*body*/) const override { return true; }
  bool feels_waves() const override { return true; }
  std::optional<hydro::WaveStretching> wave_stretching() const override { return stretching; }
  bool feels_current() const override { return true; }
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const Morison& load, const LoadSite& site);

}  // namespace raftup::solver
