#pragma once

#include <limits>

#include "hydro/numerics/elementary.hpp"
#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A rudder, in the slipstream of a propeller or without one. Its angle delta [rad] follows the
/// command of the channel "angle". The angle is measured about the upward axis z, so that delta > 0
/// turns the ship to starboard. The normal force, positive to port, is [N]
///   F_N = rho/2 A f_a U_R (u_R sin delta + v_R cos delta), U_R^2 = u_R^2 + v_R^2,
///   u_R = e sqrt(eta (u_P + kappa (u_inf - u_P))^2 + (1 - eta) u_P^2),
///   u_inf^2 = u_P^2 + 8 T/(pi rho D^2), eta = D/H, v_R = -gamma (U beta + l_R r),
/// where u_R and v_R are the velocities of the water past the rudder, aft and to port [m/s], U,
/// beta, u and r the speed, drift angle, speed ahead and yaw rate of the hull, and u_P, T and D the
/// inflow, thrust and diameter of the propeller. gamma depends on the sign of U beta + l_R r. If
/// the propeller turns astern or the ship goes astern, there is no slipstream, so that u_R = e u_P.
/// Without a propeller u_P = u. The forces on the hull, in the axes of its heading, are
///   X = -(1 - t_R) F_N sin delta and Y = F_N cos delta at the rudder, and a_H F_N cos delta at
///   x_H.
/// @source Yasukawa and Yoshimura (2015)
struct Rudder final : LoadDescription {
  static constexpr std::string_view kKind = "rudder";
  static constexpr std::array<LoadOutput, 4> kOutputs{
      {{"angle", "rad", "of the rudder, > 0 turns to starboard"},
       {"normal_force", "N", "across the rudder, > 0 to port"},
       {"inflow_speed", "m/s", "U_R of the water at the rudder"},
       {"inflow_angle", "rad", "between that and the rudder"}}};
  static constexpr std::array<LoadOutput, 1> kCommands{
      {{"angle", "rad", "angle that rudder '{}' shall take, > 0 turns to starboard"}}};

  std::string body;
  Vector3 point = Vector3::Zero();    ///< position of the rudder in the model frame [m]
  Vector3 midship = Vector3::Zero();  ///< position of midship in the model frame [m]
  std::string propeller;  ///< name of the propeller, a load of the same body; empty = none
  double area = 0.0;      ///< area A of the rudder [m2]
  double height = 0.0;    ///< height H of the rudder [m]
  /// gradient f_a of the normal force [1]; default 6.13 L/(L + 2.25), with the aspect ratio L =
  /// H^2/A
  std::optional<double> normal_force_gradient;
  double angle = 0.0;  ///< angle at t = 0 [rad]
  /// command until another one is given [rad]; default: the angle at t = 0
  std::optional<double> ordered_angle;
  double max_angle = 35.0 * kRadiansPerDegree;
  double rate = std::numeric_limits<double>::infinity();  ///< largest rate of the angle [rad/s]
  /// factor e of the inflow [1]; without a propeller it is 1 - w at the rudder
  double inflow_ratio = 1.0;
  double slipstream_gain = 0.6;     ///< factor kappa of the slipstream [1]
  double steering_deduction = 0.0;  ///< steering resistance deduction t_R [1]
  /// ratio a_H of the lateral force induced on the hull to that on the rudder [1]
  double hull_force_ratio = 0.0;
  /// position x_H of the force on the hull, forward of midship [m]
  double hull_force_position = 0.0;
  /// flow straightening factor gamma for drift to port at the rudder [1]
  double straightening_port = 1.0;
  /// flow straightening factor gamma for drift to starboard at the rudder [1]
  double straightening_starboard = 1.0;
  /// effective position l_R in the inflow, forward of midship [m]; default: that of the rudder
  std::optional<double> effective_position;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("point", self.point, "m");
    field("midship", self.midship, "m");
    field("propeller", self.propeller);
    field("area", self.area, {"m2", Bound::kPositive});
    field("height", self.height, {"m", Bound::kPositive});
    field("normal_force_gradient", self.normal_force_gradient, Bound::kPositive);
    field("angle_deg", self.angle, "deg");
    field("ordered_angle_deg", self.ordered_angle, "deg");
    field("max_angle_deg", self.max_angle, {"deg", Bound::kPositive});
    field("rate_deg", self.rate, {"deg", Bound::kPositiveOrInfinite});
    field("inflow_ratio", self.inflow_ratio, Bound::kPositive);
    field("slipstream_gain", self.slipstream_gain, Bound::kNotNegative);
    field("steering_deduction", self.steering_deduction, Bound::kFraction);
    field("hull_force_ratio", self.hull_force_ratio, Bound::kNotNegative);
    field("hull_force_position", self.hull_force_position, "m");
    field("straightening_port", self.straightening_port, Bound::kNotNegative);
    field("straightening_starboard", self.straightening_starboard, Bound::kNotNegative);
    field("effective_position", self.effective_position, "m");
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  bool feels_current() const override { return true; }
  std::span<const LoadOutput> commands() const override { return kCommands; }
  double own_command(std::string_view /*channel*/) const override {
    return ordered_angle.value_or(angle);
  }
  void complete(const Model& model) override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const Rudder& load, const LoadSite& site);

}  // namespace raftup::solver
