#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Dimensionless derivatives of the surge force on a hull: X' = -resistance + vv v'^2 + vr v' r' +
/// rr r'^2 + vvvv v'^4, with the sway velocity v' and the yaw rate r'.
struct SurgeDerivatives {
  double resistance = 0.0;  ///< resistance R_0' straight ahead
  double vv = 0.0, vr = 0.0, rr = 0.0, vvvv = 0.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("resistance", self.resistance, Bound::kNotNegative);
    field("vv", self.vv);
    field("vr", self.vr);
    field("rr", self.rr);
    field("vvvv", self.vvvv);
  }
};

/// Dimensionless derivatives of the sway force Y' or the yaw moment N': v v' + r r' + vvv v'^3 +
/// vvr v'^2 r' + vrr v' r'^2 + rrr r'^3, with the sway velocity v' and the yaw rate r'.
struct LateralDerivatives {
  double v = 0.0, r = 0.0, vvv = 0.0, vvr = 0.0, vrr = 0.0, rrr = 0.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("v", self.v);
    field("r", self.r);
    field("vvv", self.vvv);
    field("vvr", self.vvr);
    field("vrr", self.vrr);
    field("rrr", self.rrr);
  }
};

/// Hull forces by manoeuvring derivatives, the MMG model. As in publications, X and Y at midship
/// are divided by rho/2 L d U^2 and N by rho/2 L^2 d U^2, with x ahead and y and yaw to starboard;
/// v' = v/U and r' = r L/U are the velocities of midship, with the speed U there. Velocities are
/// relative to the water, with the current at half the draft. Added masses are divided by rho/2 L^2
/// d and the added moment of inertia by rho/2 L^4 d; they become part of the system matrix at
/// midship (own_added_mass()). For a body of a hydrodynamic group, the added mass of the group is
/// used instead. The derivatives do not include the terms X = m_y v r and Y = -m_x u r of the
/// momentum of the water. These terms are added with the added masses given here, or for a body of
/// a group with its added mass at the lowest frequency.
///
/// Above |r'| = 2, and where the hull turns on the spot, forces are computed for the U at which
/// |r'| = 2. A hull that goes astern is treated as if bow and stern were the same; terms that then
/// change sign do so gradually, from 6 deg before to 6 deg after the flow is abeam.
/// @source Yasukawa and Yoshimura (2015)
struct Manoeuvring final : LoadDescription {
  static constexpr std::string_view kKind = "manoeuvring";
  static constexpr std::array<LoadOutput, 3> kOutputs{
      {{"speed", "m/s", "U of midship through the water"},
       {"drift", "rad", "of midship, > 0 to port"},
       {"turning", "1", "r' = r L/U, counter-clockwise from above; 0 at rest"}}};

  std::string body;
  Vector3 point = Vector3::Zero();  ///< position of midship in the model frame [m]
  double length = 0.0;              ///< length L of the hull [m]
  double draught = 0.0;             ///< draft d of the hull [m]
  SurgeDerivatives surge;
  LateralDerivatives sway, yaw;
  double added_mass_surge = 0.0;   ///< dimensionless added mass in surge, m_x'
  double added_mass_sway = 0.0;    ///< dimensionless added mass in sway, m_y'
  double added_inertia_yaw = 0.0;  ///< dimensionless added moment of inertia in yaw, J_z'
  /// Cutoff frequency of a low-pass filter for the motions that determine the hull forces [rad/s].
  /// Motions at wave frequencies are then damped by wave radiation alone. 0 = no filter.
  double low_frequency_cutoff = 0.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("point", self.point, "m");
    field("length", self.length, {"m", Bound::kPositive});
    field("draught", self.draught, {"m", Bound::kPositive});
    field("surge", self.surge);
    field("sway", self.sway);
    field("yaw", self.yaw);
    field("added_mass_surge", self.added_mass_surge, Bound::kNotNegative);
    field("added_mass_sway", self.added_mass_sway, Bound::kNotNegative);
    field("added_inertia_yaw", self.added_inertia_yaw, Bound::kNotNegative);
    field("low_frequency_cutoff", self.low_frequency_cutoff, {"rad/s", Bound::kNotNegative});
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  bool feels_current() const override { return true; }
  /// The added mass that is given with the derivatives [kg, kg m, kg m2, heading frame]; none for a
  /// body of a hydrodynamic group, whose added mass is used instead.
  std::optional<OwnAddedMass> own_added_mass(const Model& model) const override;
  std::optional<PlanarDrag> planar_drag() const override {
    return PlanarDrag{body, true, true, true, true};
  }
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const Manoeuvring& load, const LoadSite& site);

}  // namespace raftup::solver
