#include "solver/joints/constraint_row.hpp"

#include <cmath>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

/// Both Jacobians of a row that measures only the rotation of body 1 relative to body 2.
std::array<Vector6, 2> turning_jacobian(const Vector3& gradient) {
  std::array<Vector6, 2> jacobian;
  jacobian[0] << Vector3::Zero(), gradient;
  jacobian[1] << Vector3::Zero(), -gradient;
  return jacobian;
}

}  // namespace

ConstraintRow translation_row(const JointMotion& motion, const Vector3& axis) {
  const auto& [side1, side2] = motion.side;
  ConstraintRow row;
  row.value = axis.dot(motion.offset);
  row.jacobian[0] << axis, side1.arm.cross(axis);
  row.jacobian[1] << -axis, axis.cross(side2.arm + motion.offset);
  row.bias = axis.dot(motion.relative_acceleration);
  return row;
}

ConstraintRow distance_row(const JointMotion& motion, double length) {
  const auto& [side1, side2] = motion.side;
  const double distance = motion.offset.norm();
  const Vector3 direction = motion.offset / distance;
  const double rate = direction.dot(motion.offset_rate);
  ConstraintRow row;
  row.value = distance - length;
  row.jacobian[0] << direction, side1.arm.cross(direction);
  row.jacobian[1] << -direction, direction.cross(side2.arm);
  row.bias = direction.dot(motion.offset_acceleration) +
             (motion.offset_rate.squaredNorm() - rate * rate) / distance;
  return row;
}

ConstraintRow angle_row(const JointMotion& motion, std::size_t carrier, int axis, int marker) {
  const FrameMotion& body = motion.side[carrier];
  const FrameMotion& other = motion.side[1 - carrier];
  const double sign = carrier == 1 ? 1.0 : -1.0;  // of an angle of `other` from `body`
  const Vector3 z = body.axes.col(axis);
  const Vector3 x = body.axes.col(marker);
  const Vector3 m = other.axes.col(marker);
  const double along = m.dot(z);
  const double inverse = 1.0 / (1.0 - along * along);
  const Vector3 gradient = inverse * (z - along * m);

  const Vector3 turning = other.omega - body.omega;
  const double along_rate = turning.dot(m.cross(z));
  const Vector3 gradient_rate = inverse * (body.omega.cross(z) - along * other.omega.cross(m) -
                                           along_rate * m + 2.0 * along * along_rate * gradient);
  return {sign * arctangent(m.dot(z.cross(x)), m.dot(x)), turning_jacobian(gradient),
          sign * turning.dot(gradient_rate)};
}

void write_row(const ConstraintRow& row, double sign, int index, ConstraintBlock& block) {
  for (std::size_t side = 0; side < 2; ++side) {
    if (block.bodies[side] == ConstraintBlock::kWorld) continue;
    block.jacobian[side].row(index) = sign * row.jacobian[side].transpose();
  }
  block.violation[index] = sign * row.value;
  block.bias[index] = sign * row.bias;
}

}  // namespace raftup::solver
