#pragma once

#include <limits>

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A line between two points that a drum hauls in and pays out. For the distance d of the points
/// and the unstretched length L its tension is
///   T = max(0, k (d - L) + c (d' - L')),  0 while d <= L.
/// A drum at a speed has L' = -speed between the shortest and the longest length. Where k (d - L)
/// would pass render_force it pays out, and where that would fall below recover_force it hauls in,
/// as fast as keeps k (d - L) there: a winch of constant tension, whose brake is its speed 0. Where
/// k (d - L) would pass the force limit the drum slips, so that k (d - L) is the limit, but not
/// beyond the longest length. A drum with a force keeps L so that k (d - L) is that force, between
/// the same lengths. No drum turns faster than its speed limit, |L'| <= speed_limit, but one that
/// slips. The length outlasts the step, the command, which an input of kind LoadDrive (or
/// LoadCommand) changes, is held through it.
struct Winch final : LoadDescription, LineEnds {
  static constexpr std::string_view kKind = "winch";
  static constexpr std::array<LoadOutput, 3> kOutputs{
      {{"tension", "N", "tension of the line"},
       {"length", "m", "unstretched length of the line"},
       {"speed", "m/s", "speed at which the line is hauled in"}}};

  static constexpr std::array<LoadOutput, 2> kCommands{
      {{"speed", "m/s", "speed at which winch '{}' hauls in"},
       {"force", "N", "tension that winch '{}' keeps"}}};

  double stiffness = 0.0;        ///< k [N/m]
  double damping = 0.0;          ///< c [N s/m]
  std::optional<double> length;  ///< L at t = 0 [m]; default: the distance of the points then
  /// m/s: the speed at which the drum hauls in, negative for paying out. Exactly one of speed and
  /// force is given.
  std::optional<double> speed;
  std::optional<double> force;  ///< N: the tension that the drum keeps
  double force_limit = std::numeric_limits<double>::infinity();  ///< of a drum at a speed [N]
  double min_length = 0.0;
  double max_length = std::numeric_limits<double>::infinity();  ///< [m], > min_length
  /// For a drum at a speed: the tension [N] above which it pays out; default: none.
  std::optional<double> render_force;
  /// For a drum at a speed: the tension [N] below which it hauls in; <= render_force.
  std::optional<double> recover_force;
  std::optional<double> speed_limit;  ///< m/s; default: none

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
  /// The one channel of the winch: its speed or its force.
  std::span<const LoadOutput> commands() const override {
    return std::span(kCommands).subspan(speed ? 0 : 1, 1);
  }
  double own_command(std::string_view /*channel*/) const override {
    return force ? *force : *speed;
  }
  void check_command(const std::string& name, std::string_view channel,
                     double value) const override;
  std::string_view drive_channel() const override { return commands().front().name; }
  void complete(const Model& model) override;
  /// A drum at a speed stops [m/s]; one with a force keeps it, however fast it turns.
  void hold_still() override {
    if (speed) speed = 0.0;
    render_force = recover_force = speed_limit = std::nullopt;
  }
  std::string linear_limit(const std::string& name) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

std::unique_ptr<ForceElement> make_element(const Winch& load, const LoadSite& site);

}  // namespace raftup::solver
