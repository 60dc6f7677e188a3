#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// The zig-zag test of ITTC and IMO. The rudder is put to an angle [rad] on one side. When the
/// heading has changed by `heading` [rad] to that side, the rudder is put to the same angle on the
/// other side, and so on.
struct ZigZag {
  /// rudder angle [rad], not 0; a positive value begins with a turn to starboard
  double rudder = 0.0;
  /// change of heading from the target of the autopilot at which the rudder is reversed [rad], > 0
  double heading = 0.0;
  double start = 0.0;  ///< s; before this time the autopilot keeps its target heading

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("rudder_deg", self.rudder, "deg");
    field("heading_deg", self.heading, {"deg", Bound::kPositive});
    field("start", self.start, {"s", Bound::kNotNegative});
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// An autopilot, which keeps the heading of a body with its rudders. With the error e = heading -
/// target [rad], within half a turn, and the yaw rate r [rad/s] about the vertical, upwards, the
/// rudder command is
///   delta = K_p e + K_d r + K_i integral of e,
/// within the limits of the rudders; while the command is at a limit, the integral does not change.
/// The command is computed at the end of each sample time and is constant until the next one. The
/// target is set by the channel "heading"; during a zig-zag test, the test sets the rudders
/// instead. The autopilot exerts no force on the body itself.
/// @source Fossen (2011)
struct Autopilot final : LoadDescription {
  static constexpr std::string_view kKind = "autopilot";
  static constexpr std::array<LoadOutput, 2> kOutputs{
      {{"command", "rad", "angle that the rudders shall take"},
       {"error", "rad", "heading minus target, within half a turn, counter-clockwise from above"}}};
  static constexpr std::array<LoadOutput, 1> kCommands{
      {{"heading", "rad", "heading that autopilot '{}' shall keep"}}};

  std::string body;
  std::vector<std::string> rudders;  ///< names of the rudders, which are loads of the same body
  double heading = 0.0;              ///< target heading at t = 0 and until it is commanded [rad]
  double proportional = 0.0;         ///< gain K_p of the heading error [1]
  double derivative = 0.0;           ///< gain K_d of the yaw rate [s]
  double integral = 0.0;             ///< gain K_i of the integral of the heading error [1/s]
  /// time between two commands to the rudders [s], a whole multiple of the step; 0 = every step
  double sample_time = 0.0;
  std::optional<ZigZag> zigzag;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("rudders", self.rudders);
    field("heading_deg", self.heading, "deg");
    field("proportional", self.proportional, Bound::kNotNegative);
    field("derivative", self.derivative, {"s", Bound::kNotNegative});
    field("integral", self.integral, {"1/s", Bound::kNotNegative});
    field("sample_time", self.sample_time, {"s", Bound::kNotNegative});
    field("zigzag", self.zigzag);
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  std::span<const LoadOutput> commands() const override { return kCommands; }
  double own_command(std::string_view /*channel*/) const override { return heading; }
  std::vector<ControlledChannel> controls(const Model& model) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const Autopilot& load, const LoadSite& site);

}  // namespace raftup::solver
