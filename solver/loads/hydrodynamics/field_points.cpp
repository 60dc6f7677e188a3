#include "solver/loads/hydrodynamics/field_points.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/lane_roots.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {
namespace {

using Block = FieldPoints::Block;
using SixSums = std::array<LaneArray, 6>;

/// A vector in each lane.
template <typename V>
struct Vectors {
  V x, y, z;
};

template <std::size_t kWidth>
[[gnu::always_inline]] inline auto load(const std::array<LaneArray, 3>& of, std::size_t first) {
  using V = typename SomeLanes<kWidth>::Type;
  return Vectors<V>{of[0].some<kWidth>(first), of[1].some<kWidth>(first),
                    of[2].some<kWidth>(first)};
}

/// Returns the drag and pressure forces of the water on some lanes of a block, in body axes. The
/// force is zero for points above the surface.
/// @param turning angular velocity of the body, body axes
template <std::size_t kWidth>
[[gnu::always_inline]] inline auto force_on(const Block& block, std::size_t first,
                                            const Vectors<typename SomeLanes<kWidth>::Type>& arm,
                                            const BodyKinematics& body, const Vector3& turning) {
  using V = typename SomeLanes<kWidth>::Type;
  const Matrix3& R = body.rotation;
  const auto water = load<kWidth>(block.velocity, first);
  const V ux = water.x - body.velocity[0];
  const V uy = water.y - body.velocity[1];
  const V uz = water.z - body.velocity[2];
  const V x =
      (R(0, 0) * ux + R(1, 0) * uy + R(2, 0) * uz) - (turning[1] * arm.z - turning[2] * arm.y);
  const V y =
      (R(0, 1) * ux + R(1, 1) * uy + R(2, 1) * uz) - (turning[2] * arm.x - turning[0] * arm.z);
  const V z =
      (R(0, 2) * ux + R(1, 2) * uy + R(2, 2) * uz) - (turning[0] * arm.y - turning[1] * arm.x);
  V speed = x * x + y * y + z * z;
  replace_by_roots(speed);
  const V drag = block.drag.some<kWidth>(first) * speed;
  const auto area = load<kWidth>(block.area, first);
  const V pressure = block.pressure.some<kWidth>(first);
  const V height = body.position[2] + (R(2, 0) * arm.x + R(2, 1) * arm.y + R(2, 2) * arm.z);
  const auto wet = height < block.elevation.some<kWidth>(first);
  const V zero{};
  return Vectors<V>{wet ? drag * x - pressure * area.x : zero,
                    wet ? drag * y - pressure * area.y : zero,
                    wet ? drag * z - pressure * area.z : zero};
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void sum_blocks(const std::vector<Block>& blocks,
                                              const BodyKinematics& body, const Vector3& turning,
                                              SixSums& sums) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t first = 0; first < kLaneCount; first += kWidth) {
    V sum[6] = {};
    for (const Block& block : blocks) {
      const auto arm = load<kWidth>(block.arm, first);
      const auto force = force_on<kWidth>(block, first, arm, body, turning);
      sum[0] += force.x;
      sum[1] += force.y;
      sum[2] += force.z;
      sum[3] += arm.y * force.z - arm.z * force.y;
      sum[4] += arm.z * force.x - arm.x * force.z;
      sum[5] += arm.x * force.y - arm.y * force.x;
    }
    for (std::size_t i = 0; i < 6; ++i) sums[i].some<kWidth>(first) = sum[i];
  }
}

}  // namespace

FieldPoints::FieldPoints(const WaveField& field, const Vector3& center_of_mass,
                         double water_density)
    : count_(field.points.size()), blocks_((count_ + kLaneCount - 1) / kLaneCount) {
  for (std::size_t i = 0; i < count_; ++i) {
    Block& block = blocks_[i / kLaneCount];
    const std::size_t lane = i % kLaneCount;
    const Vector3 arm = field.points[i] - center_of_mass;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      block.arm[axis][lane] = arm[static_cast<Eigen::Index>(axis)];
      block.area[axis][lane] = field.areas[i][static_cast<Eigen::Index>(axis)];
    }
    block.drag[lane] = 0.5 * water_density * field.drag_areas[i];
  }
}

void FieldPoints::set_sample(std::span<const double> sample) noexcept {
  const double* value = sample.data();
  for (Block& block : blocks_) {
    const std::size_t lanes =
        std::min(kLaneCount,
                 static_cast<std::size_t>(sample.data() + sample.size() - value) / kValuesPerPoint);
    for (std::size_t lane = 0; lane < lanes; ++lane, value += kValuesPerPoint) {
      block.elevation[lane] = value[0];
      for (std::size_t axis = 0; axis < 3; ++axis) block.velocity[axis][lane] = value[1 + axis];
      block.pressure[lane] = value[4];
    }
  }
}

Vector6 FieldPoints::wrench(const BodyKinematics& body) const noexcept {
  SixSums sums;
  const Vector3 turning = body.rotation.transpose() * body.velocity.tail<3>();
  at_full_width<sum_blocks<8>, sum_blocks<4>, sum_blocks<2>>(blocks_, body, turning, sums);
  Vector6 in_body;
  for (std::size_t i = 0; i < 6; ++i) {
    in_body[static_cast<Eigen::Index>(i)] = fold(sums[i].lanes());
  }
  Vector6 wrench;
  wrench << body.rotation * in_body.head<3>(), body.rotation * in_body.tail<3>();
  return wrench;
}

}  // namespace raftup::solver
