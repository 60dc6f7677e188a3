#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "solver/description/fields.hpp"

namespace raftup::solver {

/// The type of a joint, which determines the relative motions that it leaves free. The free dofs
/// are numbered in the order given here. A free dof is a translation [m] along an axis or a
/// rotation [rad] about it, by the right-hand rule, of body 1 relative to body 2 or to the world.
/// It is 0 at t = 0. The axes turn with body 2 unless stated otherwise. Angles are in (-pi, pi].
/// @source lower pairs of Reuleaux: Haug (1989)
enum class JointType {
  kLock,         ///< no free dof
  kHinge,        ///< dof 0: rotation about the axis
  kPrismatic,    ///< dof 0: translation along the axis
  kCylindrical,  ///< dof 0: rotation about the axis, dof 1: translation along it
  kBall,         ///< three rotations, on which no drives are possible
  kUniversal,  ///< dof 0: rotation about `axis` of body 1, dof 1: rotation about `axis2` of body 2
  /// dofs 0 and 1: translations along x and y of the joint's frame, dof 2: rotation about its z
  /// axis
  kPlanar,
  /// all motions that keep the distance [m] of two points, on which no drives are possible
  kDistance,
};

constexpr std::array<std::string_view, 8> names_of(JointType /*of*/) {
  return {"lock", "hinge", "prismatic", "cylindrical", "ball", "universal", "planar", "distance"};
}

/// A spring and damper on a free dof x [m, rad] of a joint: the force -stiffness (x - rest) -
/// damping dx/dt [N, N m].
struct SpringDamper {
  static constexpr std::string_view kKind = "spring_damper";

  double stiffness = 0.0;  ///< N/m or N m/rad
  double damping = 0.0;    ///< N s/m or N m s/rad
  double rest = 0.0;       ///< position at which the spring has no force [m, rad]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("stiffness", self.stiffness, Bound::kNotNegative);
    field("damping", self.damping, Bound::kNotNegative);
    field("rest", self.rest);
  }
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
  std::variant<SpringDamper, Motor, Range, LockDrive, FrictionDrive> kind;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("dof", self.dof);
    field.one_of(self.kind);
  }
};

/// A joint between two bodies, or between a body and the world. A plain description. The joint's
/// frame has its z axis along `axis`. Its x axis is along `axis2` or, if that is not given, along
/// the world's x (or y, if `axis` is nearly along x), made perpendicular to z.
struct Joint {
  std::string name;
  JointType type = JointType::kLock;
  std::string body1;
  std::string body2;  ///< name of the second body; empty = the world
  /// Position of the joint in the world at t = 0 [m]. For kDistance it is the point of body 1.
  Vector3 position = Vector3::Zero();
  /// axis of the joint in world axes at t = 0; its length is arbitrary but not 0
  Vector3 axis = Vector3::UnitZ();
  /// for kDistance: the point of body 2 in the world at t = 0 [m]
  std::optional<Vector3> position2;
  /// Second axis in world axes at t = 0, perpendicular to `axis`. For kUniversal it is the axis of
  /// body 2, for kPlanar the direction of dof 0.
  std::optional<Vector3> axis2;
  /// inverse of the stiffness of the constraint [m/N, rad/(N m)]; 0 = rigid
  double compliance = 0.0;
  /// Damping time [s]. The damping coefficient is damping_time / compliance. Default: two steps.
  std::optional<double> damping_time;
  bool enabled = true;  ///< whether the joint acts at t = 0
  std::vector<JointDrive> drives;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("type", self.type);
    field("body1", self.body1, Reference::kBody);
    field("body2", self.body2, Reference::kOtherBody);
    field("position", self.position, "m");
    field("axis", self.axis);
    field("position2", self.position2, "m");
    field("axis2", self.axis2);
    field("compliance", self.compliance, Bound::kNotNegative);
    field("damping_time", self.damping_time, {"s", Bound::kNotNegative});
    field("enabled", self.enabled);
    field("drives", self.drives);
  }
};

}  // namespace raftup::solver
