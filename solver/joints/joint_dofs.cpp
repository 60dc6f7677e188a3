#include "solver/joints/joint_dofs.hpp"

#include <cmath>

namespace raftup::solver {

namespace {

constexpr int kX = 0, kZ = 2;
constexpr double kAcross = 0.9;  // cosine: an axis nearer to the world's x than this is along it

}  // namespace

std::span<const FreeDof> free_dofs(JointType type) {
  static constexpr FreeDof kAlong{2, 1}, kAbout{5, 1};
  static constexpr std::array kHinge{kAbout};
  static constexpr std::array kPrismatic{kAlong};
  static constexpr std::array kCylindrical{kAbout, kAlong};
  static constexpr std::array kUniversal{FreeDof{5, 0}, FreeDof{3, 1}};
  static constexpr std::array kPlanar{FreeDof{0, 1}, FreeDof{1, 1}, kAbout};
  switch (type) {
    case JointType::kHinge:
      return kHinge;
    case JointType::kPrismatic:
      return kPrismatic;
    case JointType::kCylindrical:
      return kCylindrical;
    case JointType::kUniversal:
      return kUniversal;
    case JointType::kPlanar:
      return kPlanar;
    case JointType::kLock:
    case JointType::kBall:
    case JointType::kDistance:
      return {};
  }
  return {};
}

std::span<const int> held_dofs(JointType type) {
  static constexpr std::array kLock{0, 1, 2, 3, 4, 5};
  static constexpr std::array kHinge{0, 1, 2, 3, 4};
  static constexpr std::array kPrismatic{0, 1, 3, 4, 5};
  static constexpr std::array kCylindrical{0, 1, 3, 4};
  static constexpr std::array kBall{0, 1, 2};
  static constexpr std::array kUniversal{0, 1, 2, 4};
  static constexpr std::array kPlanar{2, 3, 4};
  static constexpr std::array kDistance{0};
  switch (type) {
    case JointType::kLock:
      return kLock;
    case JointType::kHinge:
      return kHinge;
    case JointType::kPrismatic:
      return kPrismatic;
    case JointType::kCylindrical:
      return kCylindrical;
    case JointType::kBall:
      return kBall;
    case JointType::kUniversal:
      return kUniversal;
    case JointType::kPlanar:
      return kPlanar;
    case JointType::kDistance:
      return kDistance;
  }
  return {};
}

ConstraintRow free_row(const JointMotion& motion, const FreeDof& free) {
  if (!free.is_angle()) return translation_row(motion, motion.side[1].axes.col(free.dof));
  const int axis = free.dof - 3;
  return angle_row(motion, free.carrier, axis, axis == kZ ? kX : kZ);
}

Matrix3 joint_axes(const Joint& joint) {
  const Vector3 z = joint.axis.normalized();
  const Vector3 across = std::abs(z.x()) < kAcross ? Vector3::UnitX() : Vector3::UnitY();
  const Vector3 near_x = joint.axis2.value_or(across);
  const Vector3 x = (near_x - z.dot(near_x) * z).normalized();
  Matrix3 axes;
  axes << x, z.cross(x), z;
  return axes;
}

}  // namespace raftup::solver
