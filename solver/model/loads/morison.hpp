#pragma once

#include "hydro/sea/wave_stretching.hpp"
#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// The flat end of a member, which the pressure of waves acts on:
///   F = p A + rho/2 C_d A |u - v|(u - v) + m (u' - v'), along the axis, A = pi D^2/4,
/// m = C_a rho 2/3 pi (D/2)^3, so that a half sphere has C_a = 1 and a thin disc, whose mass is
/// 8/3 rho (D/2)^3, 4/pi.
/// @source DNV-RP-C205
struct MorisonEnd {
  double drag_coefficient = 0.0;        ///< C_d
  double added_mass_coefficient = 0.0;  ///< C_a

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("drag_coefficient", self.drag_coefficient, Bound::kNotNegative);
    field("added_mass_coefficient", self.added_mass_coefficient, Bound::kNotNegative);
  }
};

/// A cylinder or a strip between two points. Per length, n across and a along its axis,
///   f = rho A (1 + C_a) u'_n - rho A C_a v'_n + rho/2 C_d D |u_n - v_n|(u_n - v_n)
///       + rho/2 C_da pi D |u_a - v_a|(u_a - v_a).
/// @source Morison, O'Brien, Johnson and Schaaf (1950); DNV-RP-C205
struct MorisonElement {
  Vector3 point1 = Vector3::Zero();  ///< model frame [m]
  Vector3 point2 = Vector3::Zero();
  double diameter = 0.0;                ///< D, of a strip its width across the flow [m]
  std::optional<double> area;           ///< A [m2]; none = that of the circle
  double drag_coefficient = 0.0;        ///< C_d
  double added_mass_coefficient = 0.0;  ///< C_a
  double axial_drag_coefficient = 0.0;  ///< C_da
  int segment_count = 10;  ///< number of segments of equal length [m], each with two Gauss points
  /// without one the member continues there, or stands on the bottom
  std::optional<MorisonEnd> end1, end2;

  double cross_section() const;  ///< A [m2]
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
/// is not included. On a body with potential flow only the drag acts, since the database contains
/// the other forces.
struct Morison final : LoadDescription {
  static constexpr std::string_view kKind = "morison";
  static constexpr std::array<LoadOutput, 1> kOutputs{
      {{"wet_length", "m", "length of its elements below the surface"}}};

  std::string body;
  std::vector<MorisonElement> elements;
  hydro::WaveStretching stretching = hydro::WaveStretching::kWheeler;
  /// true if elements that enter the water conserve momentum [kg m/s] instead of velocity
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
  bool feels_waves() const override { return true; }
  std::optional<hydro::WaveStretching> wave_stretching() const override { return stretching; }
  bool feels_current() const override { return true; }
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const Morison& load, const LoadSite& site);

}  // namespace raftup::solver
