#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/model/joints/drive.hpp"

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

/// A joint between two bodies or a body and the world. A plain description.
/// Its frame has z along `axis` and x along `axis2` where given, else along the world's x (its y
/// where the axis is nearly along x), both made perpendicular to z.
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
