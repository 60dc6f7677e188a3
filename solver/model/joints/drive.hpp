#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// A spring and damper on a free dof x [m, rad] of a joint. With the stretch s = x - rest and the
/// speed v = dx/dt its force [N, N m] is
///   -stiffness s - cubic_stiffness s^3 - damping v - quadratic_damping |v| v.
struct SpringDamper {
  static constexpr std::string_view kKind = "spring_damper";

  double stiffness = 0.0;          ///< N/m or N m/rad
  double damping = 0.0;            ///< N s/m or N m s/rad
  double rest = 0.0;               ///< position at which the spring has no force [m, rad]
  double quadratic_damping = 0.0;  ///< N s2/m2 or N m s2/rad2
  double cubic_stiffness = 0.0;    ///< N/m3 or N m/rad3

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("stiffness", self.stiffness, Bound::kNotNegative);
    field("damping", self.damping, Bound::kNotNegative);
    field("rest", self.rest);
    field("quadratic_damping", self.quadratic_damping, FieldRule(Bound::kNotNegative).added_late());
    field("cubic_stiffness", self.cubic_stiffness, FieldRule(Bound::kNotNegative).added_late());
  }
};

/// What a table says beyond its first and last value.
enum class BeyondAxis {
  kHold,         ///< the value of the end
  kExtrapolate,  ///< the straight line of the last cell
  kRefuse,       ///< nothing: the step fails
};

constexpr std::array<std::string_view, 3> names_of(BeyondAxis /*of*/) {
  return {"hold", "extrapolate", "refuse"};
}

/// Force from a table over the position x [m, rad] and the speed v = dx/dt [m/s, rad/s] of a free
/// dof, bilinear between its entries; one of the two axes may be left out. With a lag the force F
/// follows the table T by
///   dF/dt = (T(x, v) - F)/lag,
/// no faster than rate_limit; it is then limited to force_limit. At t = 0 it is that of the table.
struct TableDrive {
  static constexpr std::string_view kKind = "table_drive";
  static constexpr double kUnlimited = std::numeric_limits<double>::infinity();

  std::vector<double> position;  ///< m or rad, strictly ascending; empty = at every position
  std::vector<double> velocity;  ///< m/s or rad/s, strictly ascending; empty = at every speed
  std::vector<double> force;     ///< N or N m, [position][velocity], on body 1 along the dof
  BeyondAxis beyond = BeyondAxis::kHold;
  double rate_limit = kUnlimited;   ///< N/s or N m/s, of the force
  double lag = 0.0;                 ///< s, time constant of the force; 0 = the table itself
  double force_limit = kUnlimited;  ///< N or N m

  /// True if the force of a step depends on that of the step before.
  bool has_past() const { return lag > 0.0 || rate_limit < kUnlimited; }

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("position", self.position);
    field("velocity", self.velocity);
    field("force", self.force);
    field("beyond", self.beyond);
    field("rate_limit", self.rate_limit, Bound::kPositiveOrInfinite);
    field("lag", self.lag, {"s", Bound::kNotNegative});
    field("force_limit", self.force_limit, Bound::kPositiveOrInfinite);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// A motor, which keeps the rate dx/dt = speed [m/s, rad/s] of a free dof x of a joint with a force
/// of at most force_limit [N, N m].
struct Motor {
  static constexpr std::string_view kKind = "motor";

  double speed = 0.0;  ///< speed that the motor keeps [m/s, rad/s]
  /// largest force of the motor [N, N m]
  double force_limit = std::numeric_limits<double>::infinity();

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("speed", self.speed);
    field("force_limit", self.force_limit, Bound::kPositiveOrInfinite);
  }
};

/// Stops that keep a free dof x of a joint within minimum <= x <= maximum [m, rad]. When x reaches
/// a stop, its rate is reversed and multiplied by the restitution.
struct Range {
  static constexpr std::string_view kKind = "range";

  double minimum = 0.0;  ///< lower stop [m, rad]
  double maximum = 0.0;  ///< m or rad, >= minimum; for an angle less than minimum + 2 pi
  /// largest force of a stop [N, N m]
  double force_limit = std::numeric_limits<double>::infinity();
  double restitution = 0.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("minimum", self.minimum);
    field("maximum", self.maximum);
    field("force_limit", self.force_limit, Bound::kPositiveOrInfinite);
    field("restitution", self.restitution, Bound::kFraction);
  }
};

/// A lock, which keeps a free dof x of a joint at position [m, rad] with a force of at most
/// force_limit [N, N m].
struct LockDrive {
  static constexpr std::string_view kKind = "lock";

  double position = 0.0;  ///< position that the lock keeps [m, rad]
  /// largest force of the lock [N, N m]
  double force_limit = std::numeric_limits<double>::infinity();

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("position", self.position);
    field("force_limit", self.force_limit, Bound::kPositiveOrInfinite);
  }
};

/// Dry friction on a free dof x of a joint: a force of at most `force` [N, N m] against dx/dt.
struct FrictionDrive {
  static constexpr std::string_view kKind = "friction";

  double force = 0.0;  ///< N or N m, >= 0: friction force while the joint slides

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("force", self.force, Bound::kNotNegative);
  }
};

/// A drive, which acts on one free dof of a joint. A dof may have several drives.
struct JointDrive {
  int dof = 0;  ///< number of the free dof, see JointType
  std::variant<SpringDamper, Motor, Range, LockDrive, FrictionDrive, TableDrive> kind;
  std::optional<bool> enabled =
      {};  ///< at t = 0, none = true; an input DriveEnabled switches it later

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("dof", self.dof);
    field.one_of(self.kind);
    field("enabled", self.enabled, FieldRule().added_late());
  }
};

}  // namespace raftup::solver
