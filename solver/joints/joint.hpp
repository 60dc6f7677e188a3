#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// What a joint leaves free. The free dofs are numbered in the order given here; a dof measures
/// body 1 relative to body 2 (or the world), along or about the axis by the right-hand rule [m,
/// rad], and is 0 at t = 0. Axes turn with body 2 unless said otherwise; angles are in (-pi, pi].
enum class JointType {
  kLock,         ///< nothing
  kHinge,        ///< 0: rotation about the axis
  kPrismatic,    ///< 0: translation along the axis
  kCylindrical,  ///< 0: rotation about, 1: translation along the axis
  kBall,         ///< three rotations, undriven
  kUniversal,    ///< 0: rotation about `axis` of body 1, 1: about `axis2` of body 2
  kPlanar,       ///< 0, 1: translations along x and y of the joint's frame, 2: about the axis
  kDistance,     ///< everything that keeps the distance of two points, undriven
};

/// -stiffness (x - rest) - damping dx/dt along a free dof x.
struct SpringDamper {
  double stiffness = 0.0;  ///< N/m or N m/rad, >= 0
  double damping = 0.0;    ///< N s/m or N m s/rad, >= 0
  double rest = 0.0;       ///< m or rad
};

/// Holds dx/dt = speed with no more than force_limit.
struct Motor {
  double speed = 0.0;                                            ///< m/s or rad/s
  double force_limit = std::numeric_limits<double>::infinity();  ///< N or N m, > 0
};

/// Stops at minimum <= x <= maximum; the speed into a stop returns times -restitution.
struct Range {
  double minimum = 0.0;  ///< m or rad
  double maximum = 0.0;  ///< m or rad, >= minimum; an angle: less than 2 pi above it
  double force_limit = std::numeric_limits<double>::infinity();  ///< N or N m, > 0
  double restitution = 0.0;                                      ///< 0..1
};

/// Holds x = position with no more than force_limit.
struct LockDrive {
  double position = 0.0;                                         ///< m or rad
  double force_limit = std::numeric_limits<double>::infinity();  ///< N or N m, > 0
};

/// Dry friction of at most `force` against dx/dt.
struct FrictionDrive {
  double force = 0.0;  ///< N or N m, >= 0
};

/// What acts on one free dof of a joint. A dof may have several.
struct JointDrive {
  int dof = 0;  ///< which free dof, numbered as JointType says
  std::variant<SpringDamper, Motor, Range, LockDrive, FrictionDrive> kind;
};

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
  double compliance = 0.0;             ///< m/N or rad/(N m), >= 0; 0 = rigid
  std::optional<double> damping_time;  ///< s, >= 0: damping = damping_time / compliance; default:
                                       ///< two steps
  bool enabled = true;                 ///< at t = 0
  std::vector<JointDrive> drives;
};

}  // namespace raftup::solver
