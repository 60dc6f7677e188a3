#pragma once

#include "solver/model/loads/flow_table.hpp"
#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Drag of a hull in horizontal flow. V is the velocity [m/s] of the water relative to a point of
/// the body, with the current taken at half the draft, and q = rho/2 |V|^2. With the coefficients
/// of a table,
///   F = q (C_x B T, C_y L T) and N = q C_n L^2 T about the vertical,
/// at that point, in the axes of the heading [N, N m]. With a cross-flow coefficient yaw_drag = C,
/// the drag of the flow across the hull is integrated over its length,
///   (Y, N) = -rho/2 C T integral over x from -L/2 to L/2 of (v + x r)|v + x r| (1, x) dx,
/// with the sway velocity v [m/s] through the water and the yaw rate r [rad/s]. Without a table
/// this integral is the whole cross-flow drag. With a table only its increase due to r is added,
/// since the table includes the drag at r = 0.
/// @source Fossen (2011); cross-flow: Faltinsen (1990)
struct CurrentDrag final : LoadDescription {
  static constexpr std::string_view kKind = "current_drag";
  static constexpr std::array<LoadOutput, 2> kOutputs{
      {{"flow_speed", "m/s", "speed of the water past the body"},
       {"flow_direction", "rad", "where that goes, counter-clockwise from the bow"}}};

  std::string body;
  Vector3 point = Vector3::Zero();  ///< point at which the force acts, amidships [m, model frame]
  double length = 0.0;              ///< length L of the hull [m]
  double breadth = 0.0;             ///< breadth B of the hull [m]
  double draught = 0.0;             ///< draft T of the hull [m]
  std::optional<FlowTable> coefficients;
  double yaw_drag = 0.0;  ///< cross-flow drag coefficient C [1]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("point", self.point, "m");
    field("length", self.length, {"m", Bound::kPositive});
    field("breadth", self.breadth, {"m", Bound::kNotNegative});
    field("draught", self.draught, {"m", Bound::kPositive});
    field("coefficients", self.coefficients);
    field("yaw_drag", self.yaw_drag, Bound::kNotNegative);
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  bool feels_current() const override { return true; }
  std::optional<PlanarDrag> planar_drag() const override {
    const bool turns = yaw_drag > 0.0, flows = coefficients.has_value();
    return PlanarDrag{body, flows, flows || turns, flows || turns};
  }
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

/// Computes the integrals of the cross-flow drag: (v + x r)|v + x r| (1, x) integrated over x from
/// -length/2 to length/2 [m3/s2, m4/s2].
/// @param v sway velocity [m/s]
/// @param r yaw rate [rad/s]
Vector2 cross_flow(double v, double r, double length);

std::unique_ptr<ForceElement> make_element(const CurrentDrag& load, const LoadSite& site);

}  // namespace raftup::solver
