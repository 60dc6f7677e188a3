#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// The motion of the liquid in a LiquidTank.
enum class TankSurface {
  kQuasiStatic,  ///< the surface is always level
  kModal,        ///< the liquid sloshes in its lowest modes
};

constexpr std::array<std::string_view, 2> names_of(TankSurface /*of*/) {
  return {"quasi_static", "modal"};
}

/// The liquid with a free surface in a rectangular tank of a body, whose mass and inertia include
/// the liquid as if it were frozen. The load is the difference between the liquid and frozen liquid.
///
/// kQuasiStatic: the surface stays level, so that the moment
///   rho g I e_z (e x z), I = b l^3/12 about the other axis,
/// acts for each horizontal axis e of the tank, with e_z its vertical component, l the length of the
/// tank along e and b its breadth: rho g I is taken from the restoring moment at rest.
///
/// kModal: each mode n = 1, 3, 5 .. along e is a mass m_n on a spring m_n omega_n^2 that slides
/// along e (SloshingMode). Higher modes stay level. The motion of a mass relative to the tank, q, is
///   q'' + 2 zeta omega_n q' + omega_n^2 q = -g e_z - e.a
/// with the acceleration a of its place in the tank. The equations are linear in q.
/// @source Faltinsen and Timokha, Sloshing (2009), chapter 5; Abramson, NASA SP-106 (1966)
struct LiquidTank final : LoadDescription {
  static constexpr std::string_view kKind = "tank";
  static constexpr int kMostModes = 50;  ///< along an axis; 50 modes meet the sum over all to 1e-7

  std::string body;
  Vector3 point = Vector3::Zero();  ///< center of the liquid at rest in the model frame [m]
  double length = 0.0;              ///< along the x axis of the body [m]
  double breadth = 0.0;             ///< along the y axis of the body [m]
  double fill_height = 0.0;         ///< depth of the liquid at rest [m]
  double density = 0.0;             ///< of the liquid [kg/m3]
  TankSurface surface = TankSurface::kQuasiStatic;
  int longitudinal_modes = 3;  ///< number of modes along x, used by kModal
  int transverse_modes = 3;    ///< number of modes along y, used by kModal
  double damping_ratio = 0.0;  ///< zeta of all modes, used by kModal [1]
  /// For a linear model: the surface is level, and the modes are TankDynamics.
  bool still = false;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("point", self.point, "m");
    field("length", self.length, {"m", Bound::kPositive});
    field("breadth", self.breadth, {"m", Bound::kPositive});
    field("fill_height", self.fill_height, {"m", Bound::kPositive});
    field("density", self.density, {"kg/m3", Bound::kPositive});
    field("surface", self.surface);
    field("longitudinal_modes", self.longitudinal_modes);
    field("transverse_modes", self.transverse_modes);
    field("damping_ratio", self.damping_ratio, Bound::kFraction);
  }
  std::vector<LoadOutput> outputs() const override;
  bool has_added_mass() const override { return surface == TankSurface::kModal && !still; }
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  void hold_still() override { still = true; }
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const LiquidTank& load, const LoadSite& site);

}  // namespace raftup::solver
