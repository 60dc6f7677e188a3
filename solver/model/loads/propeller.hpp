#pragma once

#include <limits>

#include "solver/model/loads/load_description.hpp"
#include "solver/model/loads/open_water_data.hpp"

namespace raftup::solver {

/// A propeller behind a hull. It turns with n [1/s] in the inflow u_P = u (1 - w), where u is the
/// speed of midship ahead through the water [m/s] and w the wake fraction. Its thrust T follows
/// from its open-water data; the force (1 - t) T acts on the hull along the heading. When the hull
/// goes ahead, the wake fraction decreases with the drift angle beta_P at the propeller,
///   (1 - w)/(1 - w_0) = 1 + (1 - exp(-C_1 |beta_P|)) (C_2 - 1),  beta_P = beta + x_P r/U,
/// where C_2 depends on the sign of beta_P, and x_P is the position of the propeller forward of
/// midship. When the hull goes astern, w = 0. The speed n follows the command of the channel
/// "speed".
/// @source Yasukawa and Yoshimura, Introduction of MMG standard method for ship maneuvering
///         predictions (2015)
struct Propeller final : LoadDescription, OpenWaterData {
  static constexpr std::string_view kKind = "propeller";
  static constexpr std::array<LoadOutput, 6> kOutputs{
      {{"thrust", "N", "of the propeller; the hull gets what thrust deduction leaves"},
       {"torque", "N m", "that the propeller takes from its shaft"},
       {"speed", "1/s", "revolutions of the shaft"},
       {"advance_ratio", "1", "J as the open-water data were asked for it"},
       {"shaft_power", "W", "2 pi n Q"},
       {"beyond_data", "1", "steps that ended with J beyond the open-water data"}}};
  static constexpr std::array<LoadOutput, 1> kCommands{
      {{"speed", "1/s", "revolutions that propeller '{}' shall turn with"}}};

  std::string body;
  Vector3 point = Vector3::Zero();    ///< point at which the thrust acts, in the model frame [m]
  Vector3 midship = Vector3::Zero();  ///< position of midship in the model frame [m]
  double diameter = 0.0;              ///< diameter D [m]
  double speed = 0.0;                 ///< speed n at t = 0 and until it is commanded [1/s]
  double max_speed = std::numeric_limits<double>::infinity();  ///< largest |n| [1/s]
  /// largest rate of change of n [1/s2]
  double speed_rate = std::numeric_limits<double>::infinity();
  double wake_fraction = 0.0;  ///< wake fraction w_0 without drift [1]
  double wake_drift = 0.0;  ///< C_1 [1/rad], which determines the decrease of the wake with drift
  /// gain C_2 of the wake for drift to port at the propeller, beta_P > 0, as in a turn to starboard
  double wake_gain_port = 1.0;
  /// gain C_2 of the wake for drift to starboard at the propeller, beta_P < 0
  double wake_gain_starboard = 1.0;
  double thrust_deduction = 0.0;  ///< thrust deduction fraction t [1]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("point", self.point, "m");
    field("midship", self.midship, "m");
    field("diameter", self.diameter, {"m", Bound::kPositive});
    field("speed", self.speed, "1/s");
    field("max_speed", self.max_speed, {"1/s", Bound::kPositiveOrInfinite});
    field("speed_rate", self.speed_rate, {"1/s2", Bound::kPositiveOrInfinite});
    field("wake_fraction", self.wake_fraction, Bound::kFraction);
    field("wake_drift", self.wake_drift, Bound::kNotNegative);
    field("wake_gain_port", self.wake_gain_port, Bound::kNotNegative);
    field("wake_gain_starboard", self.wake_gain_starboard, Bound::kNotNegative);
    field("thrust_deduction", self.thrust_deduction, Bound::kFraction);
    field("b_series", self.b_series);
    field("polynomial", self.polynomial);
    field("curve", self.curve);
    field("four_quadrants", self.four_quadrants);
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  std::optional<Vector3> point_on(const std::string& /*of_body*/) const override { return point; }
  bool knows_modes(const std::string& /*of_body*/) const override { return true; }
  bool feels_current() const override { return true; }
  std::span<const LoadOutput> commands() const override { return kCommands; }
  double own_command(std::string_view /*channel*/) const override { return speed; }
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const Propeller& load, const LoadSite& site);

}  // namespace raftup::solver
