#include "solver/joints/joint_dofs.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {

namespace {

// Cosine above which an axis counts as along the world's x; any bound well below 1 serves.
constexpr double kAcross = 0.9;

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

/// Vectors of three components, one vector per lane.
template <typename V>
struct LaneVector {
  V x, y, z;
};
template <typename V>
LaneVector(V, V, V) -> LaneVector<V>;

template <typename V>
[[gnu::always_inline]] inline LaneVector<V> operator+(const LaneVector<V>& a,
                                                      const LaneVector<V>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

/// Cross product of vectors in lanes, or of such vectors with one vector for all lanes.
template <typename Left, typename Right>
[[gnu::always_inline]] inline auto cross(const Left& a, const Right& b) {
  return LaneVector{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct SameVector {
  double x, y, z;

  explicit SameVector(const Vector3& v) : x(v.x()), y(v.y()), z(v.z()) {}
};

template <typename V, typename Right>
[[gnu::always_inline]] inline void dot(const LaneVector<V>& a, const Right& b, V& result) {
  result = (a.x * b.x + a.y * b.y) + a.z * b.z;
}

/// The column of a frame that each row uses, as a factor per column and lane: 1 or -1 for the
/// column that is used, 0 for the others.
using ColumnChoice = std::array<LaneArray, 3>;

template <typename V>
[[gnu::always_inline]] inline LaneVector<V> choose(const Matrix3& axes, const ColumnChoice& choice,
                                                   std::size_t lane) {
  constexpr std::size_t kWidth = sizeof(V) / sizeof(double);
  const V& first = choice[0].some<kWidth>(lane);
  const V& second = choice[1].some<kWidth>(lane);
  const V& third = choice[2].some<kWidth>(lane);
  return {(first * axes(0, 0) + second * axes(0, 1)) + third * axes(0, 2),
          (first * axes(1, 0) + second * axes(1, 1)) + third * axes(1, 2),
          (first * axes(2, 0) + second * axes(2, 1)) + third * axes(2, 2)};
}

/// The vectors a, u and w of the held rows of a type of joint, as columns of the frames.
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

/// Writes the Jacobian of a side, sign * [a; arm x a + n].
template <typename V>
[[gnu::always_inline]] inline void write_jacobian(const LaneVector<V>& a,
                                                  const LaneVector<V>& moment, double sign,
                                                  std::size_t side, std::size_t lane,
                                                  ConstraintBlock& block) {
  constexpr std::size_t kWidth = sizeof(V) / sizeof(double);
  std::size_t dof = 0;
  for (const V* column : {&a.x, &a.y, &a.z, &moment.x, &moment.y, &moment.z}) {
    auto& to = reinterpret_cast<LaneArray&>(block.column(side, dof++));
    to.some<kWidth>(lane) = *column * sign;
  }
}

/// The vectors a, u, w and n of some rows in world axes: as many as V has lanes, beginning with
/// `lane`.
template <typename V>
struct HeldVectors {
  LaneVector<V> a, u, w, n;

  [[gnu::always_inline]] HeldVectors(const HeldAxes& axes, const FramePose& side1,
                                     const FramePose& side2, std::size_t lane)
      : a(choose<V>(side2.axes, axes.a, lane)),
        u(choose<V>(side1.axes, axes.u, lane)),
        w(choose<V>(side2.axes, axes.w, lane)),
        n(cross(u, w)) {}
};

/// Writes the values and Jacobians of these rows.
template <typename V>
[[gnu::always_inline]] inline void write_values(const HeldVectors<V>& of, const FramePose& side1,
                                                const FramePose& side2, const Vector3& offset,
                                                std::size_t lane, ConstraintBlock& block,
                                                LaneArray& values) {
  const auto& [a, u, w, n] = of;
  const SameVector arm1(side1.arm), arm2(side2.arm + offset);
  if (block.bodies[0] != ConstraintBlock::kWorld) {
    write_jacobian<V>(a, cross(arm1, a) + n, 1.0, 0, lane, block);
  }
  if (block.bodies[1] != ConstraintBlock::kWorld) {
    write_jacobian<V>(a, cross(arm2, a) + n, -1.0, 1, lane, block);
  }
  V displacement, cosine;
  dot(a, SameVector(offset), displacement);
  dot(u, w, cosine);
  values.some<sizeof(V) / sizeof(double)>(lane) = displacement + cosine;
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void write_rows_at(const HeldAxes& axes, const JointPose& pose,
                                                 ConstraintBlock& block) {
  using V = typename SomeLanes<kWidth>::Type;
  const auto& [side1, side2] = pose.side;
  LaneArray values;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    const HeldVectors<V> held(axes, side1, side2, lane);
    write_values<V>(held, side1, side2, pose.offset, lane, block, values);
  }
  block.violation = Eigen::Map<const Vector6>(values.data());
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void write_rows(const HeldAxes& axes, const JointMotion& motion,
                                              ConstraintBlock& block) {
  using V = typename SomeLanes<kWidth>::Type;
  const auto& [side1, side2] = motion.side;
  const SameVector omega1(side1.omega), omega2(side2.omega);
  LaneArray values, biases;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    const HeldVectors<V> held(axes, side1, side2, lane);
    write_values<V>(held, side1, side2, motion.offset, lane, block, values);
    const auto& [a, u, w, n] = held;
    V acceleration, turning;
    dot(a, SameVector(motion.relative_acceleration), acceleration);
    dot(cross(cross(omega1, u), w) + cross(u, cross(omega2, w)),
        SameVector(motion.relative_omega()), turning);
    biases.some<kWidth>(lane) = acceleration + turning;
  }
  block.violation = Eigen::Map<const Vector6>(values.data());
  block.bias = Eigen::Map<const Vector6>(biases.data());
}

}  // namespace

void write_held_rows(JointType type, const JointMotion& motion, ConstraintBlock& block) {
  at_full_width<write_rows<8>, write_rows<4>, write_rows<2>>(held_axes(type), motion, block);
}

void write_held_rows(JointType type, const JointPose& pose, ConstraintBlock& block) {
  at_full_width<write_rows_at<8>, write_rows_at<4>, write_rows_at<2>>(held_axes(type), pose, block);
}

}  // namespace raftup::solver
