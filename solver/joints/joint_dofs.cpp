#include "solver/joints/joint_dofs.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {

namespace {

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
  constexpr int kX = 0, kZ = 2;
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

namespace {

/// A vector a lane.
struct LaneVector {
  Lanes x, y, z;
};

[[gnu::always_inline]] inline LaneVector operator+(const LaneVector& a, const LaneVector& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

/// Of vectors of lanes, or one vector for all of them.
template <typename Left, typename Right>
[[gnu::always_inline]] inline LaneVector cross(const Left& a, const Right& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct SameVector {
  double x, y, z;

  explicit SameVector(const Vector3& v) : x(v.x()), y(v.y()), z(v.z()) {}
};

[[gnu::always_inline]] inline LaneArray dot(const LaneVector& a, const SameVector& b) {
  LaneArray result;
  result.lanes() = (a.x * b.x + a.y * b.y) + a.z * b.z;
  return result;
}

/// Which column of a frame each row takes, and with which sign; none: 0.
using ColumnChoice = std::array<LaneArray, 3>;

[[gnu::always_inline]] inline LaneVector choose(const Matrix3& axes, const ColumnChoice& choice) {
  const Lanes &first = choice[0].lanes(), &second = choice[1].lanes(), &third = choice[2].lanes();
  return {(first * axes(0, 0) + second * axes(0, 1)) + third * axes(0, 2),
          (first * axes(1, 0) + second * axes(1, 1)) + third * axes(1, 2),
          (first * axes(2, 0) + second * axes(2, 1)) + third * axes(2, 2)};
}

/// a, u and w of the rows of a joint type.
struct HeldAxes {
  ColumnChoice a{}, u{}, w{};

  explicit HeldAxes(JointType type) {
    constexpr std::size_t kX = 0, kY = 1, kZ = 2;
    std::size_t row = 0;
    const auto hold_right_angle = [&](std::size_t of_1, std::size_t of_2, double sign) {
      u[of_1][row] = 1.0;
      w[of_2][row] = sign;
    };
    for (const int dof : held_dofs(type)) {
      // A turn by a small angle about x moves z_1 to -y_2, about y to x_2; about z x_1 to y_2.
      if (dof < 3) a[static_cast<std::size_t>(dof)][row] = 1.0;
      if (dof == 3) hold_right_angle(kZ, kY, -1.0);
      if (dof == 4) hold_right_angle(kZ, kX, 1.0);
      if (dof == 5) hold_right_angle(kX, kY, 1.0);
      ++row;
    }
  }
};

const HeldAxes& held_axes(JointType type) {
  static const std::array<HeldAxes, 8> kAxes{
      HeldAxes(JointType::kLock),      HeldAxes(JointType::kHinge),
      HeldAxes(JointType::kPrismatic), HeldAxes(JointType::kCylindrical),
      HeldAxes(JointType::kBall),      HeldAxes(JointType::kUniversal),
      HeldAxes(JointType::kPlanar),    HeldAxes(JointType::kDistance)};
  return kAxes[static_cast<std::size_t>(type)];
}

/// G of a side: sign * [a; arm x a + n].
[[gnu::always_inline]] inline void write_jacobian(const LaneVector& a, const LaneVector& moment,
                                                  double sign, std::size_t side,
                                                  ConstraintBlock& block) {
  std::size_t dof = 0;
  for (const Lanes* column : {&a.x, &a.y, &a.z, &moment.x, &moment.y, &moment.z}) {
    block.column(side, dof++) = *column * sign;
  }
}

/// a, u, w and n of the rows in world axes.
struct HeldVectors {
  LaneVector a, u, w, n;

  [[gnu::always_inline]] HeldVectors(const HeldAxes& axes, const FramePose& side1,
                                     const FramePose& side2)
      : a(choose(side2.axes, axes.a)),
        u(choose(side1.axes, axes.u)),
        w(choose(side2.axes, axes.w)),
        n(cross(u, w)) {}
};

/// Values and Jacobians.
[[gnu::always_inline]] inline void write_values(const HeldVectors& of, const FramePose& side1,
                                                const FramePose& side2, const Vector3& offset,
                                                ConstraintBlock& block) {
  const auto& [a, u, w, n] = of;
  const SameVector arm1(side1.arm), arm2(side2.arm + offset);
  if (block.bodies[0] != ConstraintBlock::kWorld) {
    write_jacobian(a, cross(arm1, a) + n, 1.0, 0, block);
  }
  if (block.bodies[1] != ConstraintBlock::kWorld) {
    write_jacobian(a, cross(arm2, a) + n, -1.0, 1, block);
  }
  const LaneArray displacement = dot(a, SameVector(offset));
  LaneArray value;
  value.lanes() = displacement.lanes() + ((u.x * w.x + u.y * w.y) + u.z * w.z);
  block.violation = Eigen::Map<const Vector6>(value.data());
}

[[gnu::always_inline]] inline void write_rows_at(const HeldAxes& axes, const JointPose& pose,
                                                 ConstraintBlock& block) {
  const auto& [side1, side2] = pose.side;
  write_values(HeldVectors(axes, side1, side2), side1, side2, pose.offset, block);
}

[[gnu::always_inline]] inline void write_rows(const HeldAxes& axes, const JointMotion& motion,
                                              ConstraintBlock& block) {
  const auto& [side1, side2] = motion.side;
  const HeldVectors held(axes, side1, side2);
  write_values(held, side1, side2, motion.offset, block);
  const auto& [a, u, w, n] = held;
  const SameVector omega1(side1.omega), omega2(side2.omega);
  const LaneVector n_rate = cross(cross(omega1, u), w) + cross(u, cross(omega2, w));
  const LaneArray acceleration = dot(a, SameVector(motion.relative_acceleration));
  const LaneArray turning = dot(n_rate, SameVector(motion.relative_omega()));
  LaneArray bias;
  bias.lanes() = acceleration.lanes() + turning.lanes();
  block.bias = Eigen::Map<const Vector6>(bias.data());
}

}  // namespace

void write_held_rows(JointType type, const JointMotion& motion, ConstraintBlock& block) {
  at_full_width<write_rows>(held_axes(type), motion, block);
}

void write_held_rows(JointType type, const JointPose& pose, ConstraintBlock& block) {
  at_full_width<write_rows_at>(held_axes(type), pose, block);
}

}  // namespace raftup::solver
