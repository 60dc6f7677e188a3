#include "solver/joints/joint_reaction.hpp"

namespace raftup::solver {

Vector6 joint_wrench(const JointConstraint& joint, std::size_t side, const Kinematics& bodies,
                     const DriveConditions& conditions, std::span<const double> multipliers,
                     ReactionOf part, TorqueAbout about) {
  Vector6 wrench = Vector6::Zero();
  std::vector<ConstraintBlock> blocks;
  joint.add_blocks(bodies, conditions.commands, blocks);
  if (blocks.front().bodies[side] == ConstraintBlock::kWorld) return wrench;
  std::vector<DriveForceRow> driven;
  if (part == ReactionOf::kHeldDofs) {
    blocks.resize(1);
  } else {
    joint.add_force_rows(bodies, conditions, driven);
  }
  std::size_t index = 0;
  for (const ConstraintBlock& block : blocks) {
    for (int row = 0; row < block.rows; ++row) {
      wrench += multipliers[index++] * block.jacobian[side].row(row).transpose();
    }
  }
  for (const DriveForceRow& row : driven) wrench += row.drive.force * row.jacobian[side];
  if (about == TorqueAbout::kAttachment) {
    const Vector3 arm = joint.motion(bodies).side[side].arm;
    wrench.tail<3>() -= arm.cross(Vector3(wrench.head<3>()));
  }
  return wrench;
}

std::optional<Vector6> joint_reaction(const JointConstraint& joint, std::size_t side,
                                      const Kinematics& bodies, const DriveConditions& conditions,
                                      std::span<const double> multipliers, ReactionOf part,
                                      TorqueAbout about) {
  if (!joint.acts_on(side)) return std::nullopt;
  return joint_wrench(joint, side, bodies, conditions, multipliers, part, about);
}

std::vector<double> drive_forces(const JointConstraint& joint, const Kinematics& bodies,
                                 const DriveConditions& conditions,
                                 std::span<const double> multipliers) {
  std::vector<double> forces;
  std::size_t row = held_dofs(joint.type()).size();
  for (std::size_t i = 0; i < joint.drives().size(); ++i) {
    if (acts_by_force(joint.drives()[i])) {
      const auto driven = joint.force_row(i, bodies, conditions);
      forces.push_back(driven ? driven->drive.force : 0.0);
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
                     const DriveConditions& conditions, std::span<const double> multipliers) {
  Vector6 forces = Vector6::Zero();
  std::size_t row = 0;
  for (const int dof : held_dofs(joint.type())) forces[dof] += multipliers[row++];
  const std::vector<double> driven = drive_forces(joint, bodies, conditions, multipliers);
  const std::span<const FreeDof> free = free_dofs(joint.type());
  for (std::size_t i = 0; i < driven.size(); ++i) {
    forces[free[static_cast<std::size_t>(joint.drives()[i].dof)].dof] += driven[i];
  }
  return forces;
}

}  // namespace raftup::solver
