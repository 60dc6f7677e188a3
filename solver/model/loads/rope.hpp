#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A point that a rope leads through: where it is made fast at its ends, a pulley, fairlead or
/// bollard between them.
struct RopePoint {
  std::string body;                 ///< empty = the world
  Vector3 point = Vector3::Zero();  ///< model frame or world [m]
  double friction = 0.0;            ///< mu against slip; none at the ends
  /// turns around the point [1], in addition to the angle by which the rope bends there
  double further_turns = 0.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kAnyBody);
    field("point", self.point, "m");
    field("friction", self.friction, Bound::kNotNegative);
    field("further_turns", self.further_turns, Bound::kNotNegative);
  }
};

/// An elastic rope without weight that runs over points of bodies or the world, from the one that
/// its first end is fast at to that of its last. With the length l of all its spans and the length
/// L_0 without tension the mean tension over l is
///   T = max(0, k (l - L_0) + c l'),  0 while l <= L_0.
/// Where it runs over a point, friction keeps the tension of the side that it runs from below that
/// of the side it runs to (Euler, Eytelwein): for the angle theta of the wrap and the slip s, the
/// speed at which the rope, stretched alike all along, runs back to its first end,
///   T_before = T_behind exp(mu theta tanh(s/slip_speed)),
/// so that a rope at rest creeps until nothing but T is left, and friction is a damper of up to
/// T mu theta/slip_speed, which the steps of an explicit stepper must resolve. theta is the angle
/// between the spans plus 2 pi further_turns. Elasticity has the potential k (l - L_0)^2/2;
/// friction takes out s (T_before - T_behind) at each point, never negative.
/// @source the rope that slides without friction has one tension: Euler and Eytelwein's relation
///         with mu = 0
struct Rope final : LoadDescription {
  static constexpr std::string_view kKind = "rope";
  static constexpr std::array<LoadOutput, 4> kOutputs{
      {{"tension", "N", "mean tension over the length"},
       {"first_tension", "N", "tension at the first end"},
       {"last_tension", "N", "tension at the last end"},
       {"length", "m", "from end to end along the rope, stretched"}}};

  std::vector<RopePoint> points;      ///< two or more
  double stiffness = 0.0;             ///< k, EA/L_0 [N/m]
  double damping = 0.0;               ///< c [N s/m]
  std::optional<double> rest_length;  ///< L_0 [m]; default: l at t = 0
  double slip_speed = 0.01;           ///< speed at which friction is .76 of its limit [m/s]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("points", self.points);
    field("stiffness", self.stiffness, {"N/m", Bound::kPositive});
    field("damping", self.damping, {"N s/m", Bound::kNotNegative});
    field("rest_length", self.rest_length, {"m", Bound::kPositive});
    field("slip_speed", self.slip_speed, {"m/s", Bound::kPositive});
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  void complete(const Model& model) override;
  /// Removes friction, which at rest would act as a damper with its steepest slope.
  void hold_still() override;
  std::string linear_limit(const std::string& name) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

std::unique_ptr<ForceElement> make_element(const Rope& load, const LoadSite& site);

}  // namespace raftup::solver
