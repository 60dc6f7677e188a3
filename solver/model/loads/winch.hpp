#pragma once

#include <limits>

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A line between two points that the drum of a winch hauls in and pays out. For the distance d of
/// the points and the unstretched length L [m] the tension is [N]
///   T = max(0, k (d - L) + c (d' - L')),  0 while d <= L.
/// A drum with a given speed has L' = -speed between the shortest and the longest length. It pays
/// out if k (d - L) would exceed render_force, and it hauls in if k (d - L) would fall below
/// recover_force, as fast as keeps k (d - L) at that force. Such a winch with speed 0 holds its
/// line like a brake and keeps the tension between the two forces. If k (d - L) would exceed the
/// force limit, the drum slips, so that k (d - L) is equal to the limit, up to the longest length.
/// A drum with a given force changes L so that k (d - L) is equal to that force, between the same
/// lengths. |L'| is at most speed_limit, except when the drum slips. The length L is part of the
/// state. The command is constant through a step; an input of the kind LoadDrive or LoadCommand
/// changes it.
struct Winch final : LoadDescription, LineEnds {
  static constexpr std::string_view kKind = "winch";
  static constexpr std::array<LoadOutput, 3> kOutputs{
      {{"tension", "N", "tension of the line"},
       {"length", "m", "unstretched length of the line"},
       {"speed", "m/s", "speed at which the line is hauled in"}}};

  static constexpr std::array<LoadOutput, 2> kCommands{
      {{"speed", "m/s", "speed at which winch '{}' hauls in"},
       {"force", "N", "tension that winch '{}' keeps"}}};

  double stiffness = 0.0;  ///< stiffness k of the line [N/m]
  double damping = 0.0;    ///< damping c of the line [N s/m]
  /// length L at t = 0 [m]; default: the distance of the points at t = 0
  std::optional<double> length;
  /// m/s: the speed at which the drum hauls in, negative for paying out. Exactly one of speed and
  /// force is given.
  std::optional<double> speed;
  std::optional<double> force;  ///< tension that the drum keeps [N]
  /// for a drum with a given speed: tension k (d - L) at which it slips [N]
  double force_limit = std::numeric_limits<double>::infinity();
  double min_length = 0.0;
  /// longest unstretched length [m], > min_length
  double max_length = std::numeric_limits<double>::infinity();
  /// For a drum with a given speed: the tension [N] above which it pays out; default: none.
  std::optional<double> render_force;
  /// For a drum with a given speed: the tension [N] below which it hauls in; it must not exceed
  /// render_force. Default: none.
  std::optional<double> recover_force;
  std::optional<double> speed_limit;  ///< largest speed of the drum [m/s]; default: no limit

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    LineEnds::fields(self, field);
    field("stiffness", self.stiffness, {"N/m", Bound::kPositive});
    field("damping", self.damping, {"N s/m", Bound::kNotNegative});
    field("length", self.length, {"m", Bound::kPositive});
    field("speed", self.speed, "m/s");
    field("force", self.force, {"N", Bound::kNotNegative});
    field("force_limit", self.force_limit, {"N", Bound::kPositiveOrInfinite});
    field("min_length", self.min_length, {"m", Bound::kNotNegative});
    field("max_length", self.max_length, {"m", Bound::kPositiveOrInfinite});
    field("render_force", self.render_force, FieldRule("N", Bound::kPositive).added_late());
    field("recover_force", self.recover_force, FieldRule("N", Bound::kPositive).added_late());
    field("speed_limit", self.speed_limit, FieldRule("m/s", Bound::kPositive).added_late());
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  /// The single channel of the winch: its speed [m/s] or its force [N].
  std::span<const LoadOutput> commands() const override {
    return std::span(kCommands).subspan(speed ? 0 : 1, 1);
  }
  double own_command(std::string_view /*channel*/) const override {
    return force ? *force : *speed;
  }
  void check_command(const std::string& name, std::string_view channel,
                     double value) const override;
  bool knows_modes(const std::string& /*body*/) const override { return true; }
  std::optional<Vector3> point_on(const std::string& on_body) const override {
    return end_on(on_body);
  }
  std::string_view drive_channel() const override { return commands().front().name; }
  void complete(const Model& model) override;
  /// For a linear model: a drum with a given speed stops; a drum with a given force [N] keeps that
  /// force without a limit of its speed.
  void hold_still() override {
    if (speed) speed = 0.0;
    render_force = recover_force = speed_limit = std::nullopt;
  }
  std::string linear_limit(const std::string& name) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

std::unique_ptr<ForceElement> make_element(const Winch& load, const LoadSite& site);

}  // namespace raftup::solver
