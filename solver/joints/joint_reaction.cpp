#include "solver/joints/joint_reaction.hpp"

namespace raftup::solver {

namespace {

/// G^T lambda on one side of a block.
Vector6 wrench_of(const ConstraintBlock& block, std::size_t side,
                  std::span<const double> multipliers) {
  Vector6 wrench = Vector6::Zero();
  for (int row = 0; row < block.rows; ++row) {
    wrench +=
        multipliers[static_cast<std::size_t>(row)] * block.jacobian[side].row(row).transpose();
  }
  return wrench;
}

/// Moves the torque from the centre of mass to the attachment, where that is asked for.
Vector6 about_point(const JointConstraint& joint, std::size_t side, const Kinematics& bodies,
                    TorqueAbout about, Vector6 wrench) {
  if (about == TorqueAbout::kAttachment) {
    const Vector3 arm = joint.motion(bodies).side[side].arm;
    wrench.tail<3>() -= arm.cross(Vector3(wrench.head<3>()));
  }
  return wrench;
}

}  // namespace

std::optional<Vector6> joint_reaction(const JointConstraint& joint, std::size_t side,
<<<<<<< b4a4a5a
                                      const Kinematics& bodies, std::span<const double> commands,
                                      std::span<const double> multipliers, ReactionOf part,
                                      TorqueAbout about) {
  if (!joint.acts_on(side)) return std::nullopt;
  std::vector<ConstraintBlock> blocks;
  joint.add_blocks(bodies, commands, blocks);
  std::vector<SpringRow> springs;
  if (part == ReactionOf::kHeldDofs) {
    blocks.resize(1);
  } else {
    joint.add_springs(bodies, commands, springs);
  }
  Vector6 wrench = Vector6::Zero();
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
=======
                                      const ConstraintBlock& block,
                                      std::span<const double> multipliers, const Model& model,
                                      const Kinematics& bodies, TorqueAbout about) {
  const std::size_t body = block.bodies[side];
  if (body == ConstraintBlock::kWorld) return std::nullopt;
  if (model.bodies[body].motion == Motion::kStatic) return std::nullopt;
  return about_point(joint, side, bodies, about, wrench_of(block, side, multipliers));
}

Vector6 total_reaction(const JointConstraint& joint, std::size_t side, const Kinematics& bodies,
                       std::span<const double> commands, std::span<const double> multipliers,
                       TorqueAbout about) {
  std::vector<ConstraintBlock> blocks;
  joint.add_blocks(bodies, commands, blocks);
  Vector6 wrench = Vector6::Zero();
  if (blocks.front().bodies[side] == ConstraintBlock::kWorld) return wrench;
  for (const ConstraintBlock& block : blocks) {
    const auto rows = static_cast<std::size_t>(block.rows);
    wrench += wrench_of(block, side, multipliers.first(rows));
    multipliers = multipliers.subspan(rows);
  }
  std::vector<SpringRow> springs;
  joint.add_springs(bodies, commands, springs);
  for (const SpringRow& spring : springs) wrench += spring.force() * spring.jacobian[side];
  return about_point(joint, side, bodies, about, wrench);
>>>>>>> d7bc6ca3fc489de55921989dfb31eec683cc2ad9
}

std::vector<double> drive_forces(const JointConstraint& joint, const Kinematics& bodies,
                                 std::span<const double> commands,
                                 std::span<const double> multipliers) {
  std::vector<double> forces;
  std::size_t row = held_dofs(joint.type()).size();
  for (std::size_t i = 0; i < joint.drives().size(); ++i) {
    if (const auto spring = joint.spring(i, bodies, commands[i])) {
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
                     std::span<const double> commands, std::span<const double> multipliers) {
  Vector6 forces = Vector6::Zero();
  std::size_t row = 0;
  for (const int dof : held_dofs(joint.type())) forces[dof] += multipliers[row++];
  const std::vector<double> driven = drive_forces(joint, bodies, commands, multipliers);
  const std::span<const FreeDof> free = free_dofs(joint.type());
  for (std::size_t i = 0; i < driven.size(); ++i) {
    forces[free[static_cast<std::size_t>(joint.drives()[i].dof)].dof] += driven[i];
  }
  return forces;
}

}  // namespace raftup::solver
