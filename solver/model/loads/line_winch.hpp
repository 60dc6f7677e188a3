#pragma once

#include <optional>

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// The drum of a winch at the first end of a line, which pays out and hauls in its first section. The
/// force on the drum is F = P + w (z_0 - z_1)/2, see rods::Drum: the tension with half the weight of
/// the first element. Fields have the meaning of those of Winch.
struct LineWinch {
  /// m/s: the speed at which the drum hauls in, negative for paying out. It has one of speed and
  /// force; none = speed 0, a brake.
  std::optional<double> speed;
  std::optional<double> force;          ///< force that the drum keeps [N]
  double stored = 0.0;                  ///< length on the drum at t = 0, of the first section [m]
  std::optional<double> force_limit;    ///< force at which the drum slips [N]
  std::optional<double> render_force;   ///< force above which it pays out [N]
  std::optional<double> recover_force;  ///< force below which it hauls in [N]
  /// largest speed of hauling in and paying out, except where the drum slips [m/s]
  std::optional<double> speed_limit;
  /// unstretched length of the whole line at which it stops hauling in [m]
  double min_length = 0.0;
  /// Moment of inertia of the drum and its machinery by the radius squared [kg]; besides it the line
  /// itself has half the mass of its first element.
  double inertia = 0.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("speed", self.speed, "m/s");
    field("force", self.force, {"N", Bound::kNotNegative});
    field("stored", self.stored, {"m", Bound::kNotNegative});
    field("force_limit", self.force_limit, {"N", Bound::kPositive});
    field("render_force", self.render_force, {"N", Bound::kPositive});
    field("recover_force", self.recover_force, {"N", Bound::kPositive});
    field("speed_limit", self.speed_limit, {"m/s", Bound::kPositive});
    field("min_length", self.min_length, {"m", Bound::kNotNegative});
    field("inertia", self.inertia, {"kg", Bound::kNotNegative});
  }
};

}  // namespace raftup::solver
