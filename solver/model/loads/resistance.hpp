#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// The resistance of a hull against motion ahead, given by a table over its speed u through the
/// water [m/s]. The force -R(u) acts along the heading at a point [N]. R is piecewise linear in the
/// table, starts at (0, 0), and grows with the square of u beyond the last speed. If the table has
/// no negative speeds, R(-u) = -R(u). The current is that at the depth of the point at t = 0.
struct Resistance final : LoadDescription {
  static constexpr std::string_view kKind = "resistance";
  static constexpr std::array<LoadOutput, 2> kOutputs{
      {{"speed", "m/s", "of the hull ahead through the water"},
       {"resistance", "N", "against going ahead"}}};

  std::string body;
  std::vector<double> speed;  ///< speeds u of the table [m/s], strictly ascending
  std::vector<double> force;  ///< resistance R at each speed [N], with the sign of the speed
  /// point at which the force acts [m, model frame]; default: the center of mass
  std::optional<Vector3> point;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("speed", self.speed, "m/s");
    field("force", self.force, "N");
    field("point", self.point, "m");
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  bool feels_current() const override { return true; }
  std::optional<PlanarDrag> planar_drag() const override { return PlanarDrag{body, true}; }
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

std::unique_ptr<ForceElement> make_element(const Resistance& load, const LoadSite& site);

}  // namespace raftup::solver
