#pragma once

#include <limits>

#include "solver/loads/command.hpp"

namespace raftup::solver {

/// A line between two points that a drum hauls in and pays out. For the distance d of the points
/// and the unstretched length L its tension is
///   T = max(0, k (d - L) + c (d' - L')),  0 while d <= L.
/// A drum at a speed has L' = -speed between the shortest and the longest length; where
/// k (d - L) would pass its force limit it slips, so that k (d - L) is the limit, but not beyond
/// the longest length. A drum with a force keeps L so that k (d - L) is that force, between the
/// same lengths. The length outlasts the step, the command, which an input of kind LoadDrive
/// (or LoadCommand) changes, is held through it.
struct Winch : LineEnds {
  static constexpr std::string_view kKind = "winch";
  static constexpr std::array<LoadOutput, 3> kOutputs{
      {{"tension", "N", "tension of the line"},
       {"length", "m", "unstretched length of the line"},
       {"speed", "m/s", "speed at which the line is hauled in"}}};

  static constexpr std::array<LoadOutput, 2> kCommands{
      {{"speed", "m/s", "speed at which winch '{}' hauls in"},
       {"force", "N", "tension that winch '{}' keeps"}}};

  double stiffness = 0.0;        ///< k
  double damping = 0.0;          ///< c
  std::optional<double> length;  ///< L at t = 0; default: the distance then
  /// What the drum keeps, exactly one: the speed at which it hauls in, paying out where negative,
  std::optional<double> speed;
  std::optional<double> force;                                   ///< or the tension of its line.
  double force_limit = std::numeric_limits<double>::infinity();  ///< of a drum at a speed
  double min_length = 0.0;
  double max_length = std::numeric_limits<double>::infinity();  ///< > min_length

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
  }
  /// One of them: what the drum keeps.
  std::span<const LoadOutput> commands() const {
    return std::span(kCommands).subspan(speed ? 0 : 1, 1);
  }
  void complete(const Model& model);
  void hold_still() {
    if (speed) speed = 0.0;
  }
  std::string linear_limit(const std::string& name) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

std::unique_ptr<ForceElement> make_element(const Winch& load, const LoadSite& site);

}  // namespace raftup::solver
