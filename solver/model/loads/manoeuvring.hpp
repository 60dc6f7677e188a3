#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// X' of a hull over v' and r': -resistance + vv v'^2 + vr v' r' + rr r'^2 + vvvv v'^4.
struct SurgeDerivatives {
  double resistance = 0.0;  ///< R_0'
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

/// Y' or N': v v' + r r' + vvv v'^3 + vvr v'^2 r' + vrr v' r'^2 + rrr r'^3.
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
/// v' = v/U and r' = r L/U belong to midship. Velocities are relative to the water, with the
/// current at half the draught. Added masses are divided by rho/2 L^2 d and the added moment of
/// inertia by rho/2 L^4 d; they become part of the system matrix at midship (own_added_mass()). For
/// a body of a hydrodynamic group, the added mass of the group is used instead. The derivatives do
/// not include the terms of the water's momentum, X = m_y v r and Y = -m_x u r. They are added with
/// those masses, or for a body of a group with its A at the lowest frequency.
///
/// Above |r'| = 2, and where the hull turns on the spot, forces are computed for the U at which
/// |r'| = 2. A hull that goes astern is treated as if bow and stern were alike; terms that then
/// change sign do so gradually, from 6 deg before to 6 deg after the flow is abeam.
/// @source Yasukawa and Yoshimura (2015)
struct Manoeuvring final : LoadDescription {
  static constexpr std::string_view kKind = "manoeuvring";
  static constexpr std::array<LoadOutput, 3> kOutputs{
      {{"speed", "m/s", "U of midship through the water"},
       {"drift", "rad", "of midship, > 0 to port"},
       {"turning", "1", "r' = r L/U, counter-clockwise from above; 0 at rest"}}};

  std::string body;
  Vector3 point = Vector3::Zero();  ///< midship, model frame [m]
  double length = 0.0;              ///< L [m]
  double draught = 0.0;             ///< d [m]
  SurgeDerivatives surge;
  LateralDerivatives sway, yaw;
  double added_mass_surge = 0.0;   ///< m_x'
  double added_mass_sway = 0.0;    ///< m_y'
  double added_inertia_yaw = 0.0;  ///< J_z'
  /// rad/s: motions slower than this make the forces, so that radiation alone damps those of the
  /// waves; 0 = all of them
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
  /// The added mass of the derivatives; nothing for a body of a hydrodynamic group, which has its
  /// own.
  std::optional<Matrix6> own_added_mass(const Model& model) const override;
  std::optional<PlanarDrag> planar_drag() const override {
    return PlanarDrag{body, true, true, true, true};
  }
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const Manoeuvring& load, const LoadSite& site);

}  // namespace raftup::solver
