#pragma once

#include "hydro/sea/wave_stretching.hpp"
#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A thin plate, a disc or a rectangle, at a point of a body, such as a heave plate. The force
/// along its normal, with the velocities u of the water and v of the point along the normal [m/s],
/// is
///   F = rho/2 C_d A |u - v|(u - v) + m (u' - v'),
/// with the area A and the added mass m = C_a rho 8/3 r^3 of a disc, or C_a rho pi/4 a^2 b of a
/// rectangle with sides a <= b. C_a = 1 for a disc in deep water and for an infinite strip, .579
/// for a square, .757 for b = 2 a. The plate has no volume, no tangential force and no moment about
/// its center. The term m v' is in the system matrix and is not included in the force. On a body
/// with a hydrodynamic database only the drag acts.
/// @source C_a of rectangles: DNV-RP-C205, appendix D
struct DragPlate final : LoadDescription {
  static constexpr std::string_view kKind = "drag_plate";
  static constexpr std::array<LoadOutput, 1> kOutputs{
      {{"wet_share", "", "share of the plate below the surface"}}};

  std::string body;
  Vector3 point = Vector3::Zero();  ///< center of the plate in the model frame [m]
  /// normal of the plate in the model frame; its length is arbitrary
  Vector3 normal = Vector3::UnitZ();
  double width = 0.0;                   ///< diameter of a disc or a side of a rectangle [m]
  std::optional<double> breadth;        ///< other side of a rectangle [m]; none = a disc
  double drag_coefficient = 0.0;        ///< drag coefficient C_d [1]
  double added_mass_coefficient = 0.0;  ///< added mass coefficient C_a [1]
  hydro::WaveStretching stretching = hydro::WaveStretching::kWheeler;
  bool slam = false;

  bool has_added_mass() const override { return added_mass_coefficient != 0.0; }

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("point", self.point, "m");
    field("normal", self.normal);
    field("width", self.width, {"m", Bound::kPositive});
    field("breadth", self.breadth, {"m", Bound::kPositive});
    field("drag_coefficient", self.drag_coefficient, Bound::kNotNegative);
    field("added_mass_coefficient", self.added_mass_coefficient, Bound::kNotNegative);
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

std::unique_ptr<ForceElement> make_element(const DragPlate& load, const LoadSite& site);

}  // namespace raftup::solver
