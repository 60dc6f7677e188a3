#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/model/joints/drive.hpp"

namespace raftup::solver {

/// The dofs that a joint leaves free. The free dofs are numbered in the order given here; a dof
/// measures body 1 relative to body 2 (or the world), along or about the axis by the right-hand
/// rule [m,
/// rad], and is 0 at t = 0. Axes turn with body 2 unless said otherwise; angles are in (-pi, pi].
/// @source lower pairs of Reuleaux: Haug (1989)
enum class JointType {
  kLock,         ///< nothing
  kHinge,        ///< 0: rotation about the axis
  kPrismatic,    ///< 0: translation along the axis
  kCylindrical,  ///< 0: rotation about, 1: translation along the axis
  kBall,         ///< three rotations, undriven
  kUniversal,    ///< 0: rotation about `axis` of body 1, 1: about `axis2` of body 2
  kPlanar,       ///< 0, 1: translations along x and y of the joint's frame, 2: about the axis
  kDistance,     ///< all motions that keep the distance [m] of two points, undriven
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
  std::string body2;                   ///< empty = the world
  Vector3 position = Vector3::Zero();  ///< m, world, at t = 0; kDistance: the point of body 1
  Vector3 axis = Vector3::UnitZ();     ///< world, at t = 0; any length but 0
  std::optional<Vector3> position2;    ///< m, world, at t = 0: kDistance, the point of body 2
  std::optional<Vector3> axis2;        ///< world, at t = 0, perpendicular to `axis`: kUniversal,
                                       ///< the axis of body 2; kPlanar, the direction of dof 0
  double compliance = 0.0;             ///< m/N or rad/(N m); 0 = rigid
  /// s: damping = damping_time / compliance; default: two steps
  std::optional<double> damping_time;
  bool enabled = true;  ///< at t = 0
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
