#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A point of a rope. At its two ends the rope is made fast; between the ends a point is a pulley,
/// fairlead or bollard over which the rope runs.
struct RopePoint {
  std::string body;  ///< name of the body with the point; empty = the world
  /// position of the point in the model frame of `body`, or in the world [m]
  Vector3 point = Vector3::Zero();
  /// friction coefficient mu of the rope on the point [1]; it has no effect at the ends
  double friction = 0.0;
  /// Full turns of the rope around the point [1], in addition to the angle by which the rope bends
  /// there.
  double further_turns = 0.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kAnyBody);
    field("point", self.point, "m");
    field("friction", self.friction, Bound::kNotNegative);
    field("further_turns", self.further_turns, Bound::kNotNegative);
  }
};

/// An elastic rope without weight that runs over points of bodies or of the world, from the point
/// at which its first end is fast to that of its last end. With the length l of all its spans and
/// the length L_0 without tension [m], the mean tension over l is [N]
///   T = max(0, k (l - L_0) + c l'),  0 while l <= L_0.
/// At each point that the rope slips over, friction makes the tension before the point (towards the
/// first end) and behind it different by the Euler-Eytelwein relation
///   T_before = T_behind exp(mu theta tanh(s/slip_speed)),
/// for the wrap angle theta and the slip s, the speed at which the uniformly stretched rope runs
/// back towards its first end [m/s]. The tanh smooths the friction of small slip: a rope at rest
/// creeps until the tension is T everywhere, and friction acts as a damper of up to T mu
/// theta/slip_speed, which the steps of an explicit stepper must resolve. theta is the angle
/// between the spans plus 2 pi further_turns. The potential energy of the rope is k (l - L_0)^2/2.
/// Friction dissipates the power s (T_before - T_behind) at each point, which is never negative.
/// @source the rope that slides without friction has one tension: Euler and Eytelwein's relation
///         with mu = 0
struct Rope final : LoadDescription {
  static constexpr std::string_view kKind = "rope";
  static constexpr std::array<LoadOutput, 4> kOutputs{
      {{"tension", "N", "mean tension over the length"},
       {"first_tension", "N", "tension at the first end"},
       {"last_tension", "N", "tension at the last end"},
       {"length", "m", "from end to end along the rope, stretched"}}};

  /// points of the rope from its first to its last end, two or more
  std::vector<RopePoint> points;
  double stiffness = 0.0;             ///< stiffness k = EA/L_0 [N/m]
  double damping = 0.0;               ///< damping c [N s/m]
  std::optional<double> rest_length;  ///< length L_0 without tension [m]; default: l at t = 0
  double slip_speed = 0.01;  ///< slip of the rope at which friction is .76 of its limit [m/s]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("points", self.points);
    field("stiffness", self.stiffness, {"N/m", Bound::kPositive});
    field("damping", self.damping, {"N s/m", Bound::kNotNegative});
    field("rest_length", self.rest_length, {"m", Bound::kPositive});
    field("slip_speed", self.slip_speed, {"m/s", Bound::kPositive});
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  bool knows_modes(const std::string& /*of_body*/) const override { return true; }
  void complete(const Model& model) override;
  /// Removes friction for a linear model, since at rest it would act as a damper with its steepest
  /// slope.
  void hold_still() override;
  std::string linear_limit(const std::string& name) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

std::unique_ptr<ForceElement> make_element(const Rope& load, const LoadSite& site);

}  // namespace raftup::solver
