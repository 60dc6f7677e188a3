#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Parameters of an observer of the low-frequency horizontal motion of a vessel in waves [kg, N
/// s/m, s, rad/s].
struct ObserverOptions {
  Vector3 mass = Vector3::Ones();     ///< M of surge, sway, yaw with added mass [kg, kg m2]
  Vector3 damping = Vector3::Zero();  ///< D [N s/m, N m s]
  double bias_time = 1000.0;          ///< T_b [s]
  double wave_frequency = 0.0;        ///< w_0 [rad/s]
  double wave_damping = 0.1;          ///< lambda [1]
  double velocity_gain = 0.1;         ///< ratio of K4 to M w_c [1/s]
  double bias_gain = 0.1;             ///< ratio of K3 to K4 [1/s]

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

/// Keeps a point of a body and its heading by thrusters. With the error e of position and heading
/// and the velocity nu, both in the axes of the heading and, with an observer, of its slow motion,
///   tau = -K_p e - K_d nu - K_i integral of e,
/// shared among the thrusters (ThrustAllocation), whose loads follow these orders with lags and
/// rates of their own; while a thruster is at its limit the integral stands still. It samples where
/// steps end and holds its orders in between. Channels x, y, heading are its target. It puts no
/// force on the body itself.
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
  Vector3 point = Vector3::Zero();         ///< model frame [m]
  std::vector<std::string> thrusters;      ///< loads of the same body
  std::vector<double> weights;             ///< w of each in the allocation, > 0; empty = 1
  Vector2 position = Vector2::Zero();      ///< m, world: target at t = 0
  double heading = 0.0;                    ///< rad: the same
  Vector3 proportional = Vector3::Zero();  ///< K_p of surge, sway, yaw [N/m, N m/rad]
  Vector3 derivative = Vector3::Zero();    ///< K_d [N s/m, N m s]
  Vector3 integral = Vector3::Zero();      ///< K_i [N/(m s), N m/s]
  double sample_time = 0.0;                ///< s, a whole multiple of the step; 0 = every step
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
