#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Parameters of an observer of the low-frequency horizontal motion of a vessel in waves [kg, N
/// s/m, s, rad/s].
struct ObserverOptions {
  Vector3 mass = Vector3::Ones();  ///< mass M in surge, sway and yaw, with added mass [kg, kg m2]
  Vector3 damping = Vector3::Zero();  ///< damping D in surge, sway and yaw [N s/m, N m s]
  double bias_time = 1000.0;          ///< time constant T_b of the estimated slow force (bias) [s]
  double wave_frequency = 0.0;        ///< dominating wave frequency w_0 [rad/s]
  double wave_damping = 0.1;          ///< relative damping lambda of the wave model [1]
  double velocity_gain = 0.1;         ///< ratio of the gain K4 of the velocity to M w_c [1/s]
  double bias_gain = 0.1;             ///< ratio of the gain K3 of the bias to K4 [1/s]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("mass", self.mass, Bound::kPositive);
    field("damping", self.damping, Bound::kNotNegative);
    field("bias_time", self.bias_time, {"s", Bound::kPositive});
    field("wave_frequency", self.wave_frequency, {"rad/s", Bound::kPositive});
    field("wave_damping", self.wave_damping, {"", Bound::kFraction});
    field("velocity_gain", self.velocity_gain, Bound::kPositive);
    field("bias_gain", self.bias_gain, Bound::kPositive);
  }
};

/// A dynamic positioning system, which keeps the position of a point of a body and its heading with
/// thrusters. Its demand is
///   tau = -K_p e - K_d nu - K_i integral of e,
/// with the error e of position and heading and the velocity nu, both in the heading frame. With an
/// observer, e and nu are those of the slow motion. The demand is distributed among the thrusters
/// (ThrustAllocation), whose loads follow the commands with their own lags and rates. While a
/// thruster is at its limit, the integral does not change. The demand is computed at the end of
/// steps and is constant until the next sample. The target is set by the channels x, y and heading.
/// The system itself exerts no force on the body.
/// @source Fossen (2011)
struct DynamicPositioning final : LoadDescription {
  static constexpr std::string_view kKind = "dynamic_positioning";
  static constexpr std::array<LoadOutput, 6> kOutputs{
      {{"surge_demand", "N", "of the thrusters, ahead"},
       {"sway_demand", "N", "of the thrusters, to port"},
       {"yaw_demand", "N m", "of the thrusters, counter-clockwise from above"},
       {"x_error", "m", "of the point as the controller sees it, world"},
       {"y_error", "m", "of the point as the controller sees it, world"},
       {"heading_error", "rad", "as the controller sees it"}}};
  static constexpr std::array<LoadOutput, 3> kCommands{
      {{"x", "m", "where dynamic positioning '{}' shall keep the point, world"},
       {"y", "m", "where dynamic positioning '{}' shall keep the point, world"},
       {"heading", "rad", "heading that dynamic positioning '{}' shall keep"}}};

  std::string body;
  Vector3 point = Vector3::Zero();     ///< the point whose position is kept, in the model frame [m]
  std::vector<std::string> thrusters;  ///< names of the thrusters, which are loads of the same body
  std::vector<double> weights;  ///< weight of each thruster in the allocation, > 0; empty = 1
  Vector2 position = Vector2::Zero();  ///< target of the position at t = 0 [m, world]
  double heading = 0.0;                ///< target of the heading at t = 0 [rad]
  /// gain K_p of the error in surge, sway, yaw [N/m, N m/rad]
  Vector3 proportional = Vector3::Zero();
  /// gain K_d of the velocity in surge, sway, yaw [N s/m, N m s]
  Vector3 derivative = Vector3::Zero();
  /// gain K_i of the integral of the error in surge, sway, yaw [N/(m s), N m/s]
  Vector3 integral = Vector3::Zero();
  /// time between two samples [s], a whole multiple of the step; 0 = every step
  double sample_time = 0.0;
  std::optional<ObserverOptions> observer;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("point", self.point, "m");
    field("thrusters", self.thrusters);
    field("weights", self.weights, Bound::kPositive);
    field("position", self.position, "m");
    field("heading_deg", self.heading, "deg");
    field("proportional", self.proportional, Bound::kNotNegative);
    field("derivative", self.derivative, Bound::kNotNegative);
    field("integral", self.integral, Bound::kNotNegative);
    field("sample_time", self.sample_time, {"s", Bound::kNotNegative});
    field("observer", self.observer);
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  std::span<const LoadOutput> commands() const override { return kCommands; }
  double own_command(std::string_view channel) const override {
    if (channel == "x") return position.x();
    return channel == "y" ? position.y() : heading;
  }
  std::vector<ControlledChannel> controls(const Model& model) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const DynamicPositioning& load, const LoadSite& site);

}  // namespace raftup::solver
