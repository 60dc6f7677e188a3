#include "solver/joints/joint_springs.hpp"

namespace raftup::solver {

void JointSprings::add(const StageConditions& /*conditions*/, const Kinematics& bodies,
                       Forces& forces) {
  for (std::size_t i = 0; i < joints_.joints().size(); ++i) {
    const JointState& state = joints_.state(i);
    if (!state.enabled) continue;
    joints_.joints()[i].add_forces(bodies, state.commands, state.angles, forces.total);
  }
}

void JointSprings::add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                                LoadJacobian& jacobian) const {
  for (const SpringRow& spring : rows(bodies)) {
    const auto [first, second] = spring.bodies;
    const auto add = [&](std::size_t row, const Vector6& G_row, std::size_t column,
                         const Vector6& G_column) {
      if (row == ConstraintBlock::kWorld || column == ConstraintBlock::kWorld) return;
      const Matrix6 product = G_row * G_column.transpose();
      jacobian.add(row, column, spring.stiffness * product, spring.damping * product);
    };
    add(first, spring.jacobian[0], first, spring.jacobian[0]);
    add(second, spring.jacobian[1], second, spring.jacobian[1]);
    add(first, spring.jacobian[0], second, spring.jacobian[1]);
  }
}

Potential JointSprings::potential(const StageConditions& /*conditions*/,
                                  const Kinematics& bodies) const {
  Potential sum;
  for (const SpringRow& spring : rows(bodies)) {
    sum += {0.5 * spring.stiffness * spring.stretch * spring.stretch,
            spring.stiffness * spring.stretch * spring.speed};
  }
  return sum;
}

std::vector<SpringRow> JointSprings::rows(const Kinematics& bodies) const {
  std::vector<SpringRow> springs;
  for (std::size_t i = 0; i < joints_.joints().size(); ++i) {
    const JointState& state = joints_.state(i);
    if (!state.enabled) continue;
    joints_.joints()[i].add_springs(bodies, state.commands, state.angles, springs);
  }
  return springs;
}

}  // namespace raftup::solver
