#pragma once

#include <limits>

#include "hydro/numerics/elementary.hpp"
#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A thruster with a fixed direction, as in a tunnel, or an azimuth thruster, which turns. Its
/// thrust T [N] follows the channel "thrust" with a lag and a limited rate, and its azimuth [rad]
/// follows the channel "azimuth" in the direction of the smaller angle. The force on the hull is T
/// (1 - V/V_0), horizontal and along the azimuth from the bow, where V is the speed of the water
/// past the thruster [m/s]. The force is zero if V >= V_0, or while the azimuth lies in a forbidden
/// sector. If the commanded azimuth lies in a forbidden sector, the thruster stops at the nearer
/// edge of the sector.
struct Thruster final : LoadDescription {
  static constexpr std::string_view kKind = "thruster";
  static constexpr std::array<LoadOutput, 2> kOutputs{
      {{"thrust", "N", "that the hull gets along the azimuth"},
       {"azimuth", "rad", "of the thrust, from the bow, counter-clockwise from above"}}};
  static constexpr std::array<LoadOutput, 2> kCommands{
      {{"thrust", "N", "thrust that thruster '{}' shall have"},
       {"azimuth", "rad", "direction of the thrust of thruster '{}', from the bow"}}};

  std::string body;
  Vector3 point = Vector3::Zero();  ///< position of the thruster in the model frame [m]
  double azimuth = 0.0;  ///< azimuth at t = 0 and until it is commanded [rad]; pi/2 is to port
  /// largest rate of the azimuth [rad/s]; none: a fixed direction
  std::optional<double> azimuth_rate;
  double thrust = 0.0;  ///< thrust at t = 0 and until it is commanded [N]
  double max_thrust = 0.0;
  /// Least thrust [N], >= -max_thrust. The default is -max_thrust for a thruster of fixed direction
  /// and 0 for an azimuth thruster.
  std::optional<double> min_thrust;
  double thrust_rate = std::numeric_limits<double>::infinity();
  double lag = 0.0;
  /// speed V_0 of the water at which the thrust is lost completely [m/s]
  double loss_speed = std::numeric_limits<double>::infinity();
  /// Forbidden sectors of the azimuth [deg], as pairs of start and end, counter-clockwise from the
  /// bow.
  std::vector<double> forbidden_deg;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("point", self.point, "m");
    field("azimuth_deg", self.azimuth, "deg");
    field("azimuth_rate_deg", self.azimuth_rate, {"deg", Bound::kPositive});
    field("thrust", self.thrust, "N");
    field("max_thrust", self.max_thrust, {"N", Bound::kPositive});
    field("min_thrust", self.min_thrust, "N");
    field("thrust_rate", self.thrust_rate, {"N/s", Bound::kPositiveOrInfinite});
    field("lag", self.lag, {"s", Bound::kNotNegative});
    field("loss_speed", self.loss_speed, {"m/s", Bound::kPositiveOrInfinite});
    field("forbidden_deg", self.forbidden_deg);
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  std::optional<Vector3> point_on(const std::string& /*of_body*/) const override { return point; }
  bool knows_modes(const std::string& /*of_body*/) const override { return true; }
  bool feels_current() const override { return true; }
  std::span<const LoadOutput> commands() const override {
    return std::span(kCommands).first(azimuth_rate ? 2 : 1);
  }
  double own_command(std::string_view channel) const override {
    return channel == "azimuth" ? azimuth : thrust;
  }
  void complete(const Model& model) override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;

  double least_thrust() const { return min_thrust.value_or(azimuth_rate ? 0.0 : -max_thrust); }
  /// The nearer edge of the forbidden sector that contains an azimuth [rad]; none if the azimuth is
  /// not in a forbidden sector.
  std::optional<double> nearer_edge(double at) const;
};

std::unique_ptr<ForceElement> make_element(const Thruster& load, const LoadSite& site);

}  // namespace raftup::solver
