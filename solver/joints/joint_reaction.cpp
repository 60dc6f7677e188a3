#include "solver/joints/joint_reaction.hpp"

namespace raftup::solver {

Vector6 joint_wrench(const JointConstraint& joint, std::size_t side, const Kinematics& bodies,
                     std::span<const double> commands, std::span<const double> multipliers,
                     ReactionOf part, TorqueAbout about, std::span<const double> angles) {
  Vector6 wrench = Vector6::Zero();
  std::vector<ConstraintBlock> blocks;
  joint.add_blocks(bodies, commands, blocks);
  if (blocks.front().bodies[side] == ConstraintBlock::kWorld) return wrench;
  std::vector<SpringRow> springs;
  if (part == ReactionOf::kHeldDofs) {
    blocks.resize(1);
  } else {
    joint.add_springs(bodies, commands, angles, springs);
  }
  std::size_t index = 0;
  for (const ConstraintBlock& block : blocks) {
    for (int row = 0; row < block.rows; ++row) {
      wrench += multipliers[index++] * block.jacobian[side].row(row).transpose();
    }
  }
  for (const SpringRow& spring : springs) wrench += spring.force() * spring.jacobian[side];
  if (about == TorqueAbout::kAttachment) {
    const Vector3 arm = joint.motion(bodies).side[side].arm;
    wrench.tail<3>() -= arm.cross(Vector3(wrench.head<3>()));
  }
  return wrench;
}

std::optional<Vector6> joint_reaction(const JointConstraint& joint, std::size_t side,
                                      const Kinematics& bodies, std::span<const double> commands,
                                      std::span<const double> multipliers, ReactionOf part,
                                      TorqueAbout about, std::span<const double> angles) {
  if (!joint.acts_on(side)) return std::nullopt;
  return joint_wrench(joint, side, bodies, commands, multipliers, part, about, angles);
}

std::vector<double> drive_forces(const JointConstraint& joint, const Kinematics& bodies,
                                 std::span<const double> commands,
                                 std::span<const double> multipliers,
                                 std::span<const double> angles) {
  std::vector<double> forces;
  std::size_t row = held_dofs(joint.type()).size();
  for (std::size_t i = 0; i < joint.drives().size(); ++i) {
    const double angle = angles.empty() ? 0.0 : angles[i];
    if (const auto spring = joint.spring(i, bodies, commands[i], angle)) {
      forces.push_back(spring->force());
      continue;
    }
    // The second row of a range points the other way.
    const bool two = drive_row_count(joint.drives()[i]) == 2;
    forces.push_back(multipliers[row] - (two ? multipliers[row + 1] : 0.0));
    row += two ? 2 : 1;
  }
  return forces;
}

Vector6 joint_forces(const JointConstraint& joint, const Kinematics& bodies,
                     std::span<const double> commands, std::span<const double> multipliers,
                     std::span<const double> angles) {
  Vector6 forces = Vector6::Zero();
  std::size_t row = 0;
  for (const int dof : held_dofs(joint.type())) forces[dof] += multipliers[row++];
  const std::vector<double> driven = drive_forces(joint, bodies, commands, multipliers, angles);
  const std::span<const FreeDof> free = free_dofs(joint.type());
  for (std::size_t i = 0; i < driven.size(); ++i) {
    forces[free[static_cast<std::size_t>(joint.drives()[i].dof)].dof] += driven[i];
  }
  return forces;
}

}  // namespace raftup::solver
