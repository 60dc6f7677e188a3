#include "solver/contacts/contact_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "hydro/base/error.hpp"
#include "solver/nonsmooth/one_step/friction_problem.hpp"

namespace raftup::solver {

namespace {

constexpr double kResidualAim = 1e-10;
constexpr double kResidualLimit = 1e-5;
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

std::size_t find_label(std::vector<std::size_t>& labels, std::size_t i) {
  while (labels[i] != i) i = labels[i] = labels[labels[i]];
  return i;
}

}  // namespace

ContactProblem::ContactProblem(const std::vector<RigidBody>& bodies)
    : moving_(moving_bodies(bodies)) {
  for (const RigidBody& body : bodies) names_.push_back(body.name);
}

const ConstraintBlock& ContactProblem::block(std::size_t index) const {
  return index < joints_->size() ? (*joints_)[index] : (*contacts_)[index - joints_->size()].block;
}

void ContactProblem::assemble(const std::vector<ConstraintBlock>& joints,
                              const std::vector<Contact>& contacts,
                              const std::vector<MassGroup>& groups,
                              const std::vector<std::unique_ptr<SystemMatrix>>& masses,
                              const Kinematics& bodies) {
  joints_ = &joints;
  contacts_ = &contacts;
  number_joint_rows();
  find_parts(groups);
  for (std::size_t group = 0; group < groups.size(); ++group) {
    if (attachments_[group].empty()) continue;
    add_responses(attachments_[group], groups[group].bodies.size(), *masses[group], bodies);
  }
}

void ContactProblem::number_joint_rows() {
  joint_row_.clear();
  Eigen::Index row = 0;
  for (const ConstraintBlock& joint : *joints_) {
    joint_row_.push_back(row);
    row += joint.rows;
  }
}

/// Groups of masses that blocks link are one part; in the order of their first blocks.
void ContactProblem::find_parts(const std::vector<MassGroup>& groups) {
  std::vector<std::array<std::size_t, 2>> seats(moving_.size());  // group, member
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (std::size_t member = 0; member < groups[group].bodies.size(); ++member) {
      seats[groups[group].bodies[member]] = {group, member};
    }
  }
  std::vector<std::size_t> labels(groups.size());
  std::iota(labels.begin(), labels.end(), std::size_t{0});
  const std::size_t count = joints_->size() + contacts_->size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto [one, two] = block(i).bodies;
    if (one == ConstraintBlock::kWorld || two == ConstraintBlock::kWorld) continue;
    if (!moving_[one] || !moving_[two]) continue;
    const std::size_t a = find_label(labels, seats[one][0]), b = find_label(labels, seats[two][0]);
    labels[std::max(a, b)] = std::min(a, b);
  }
  for (std::size_t group = 0; group < groups.size(); ++group) find_label(labels, group);
  for (std::size_t& label : labels) label = find_label(labels, label);
  attachments_.assign(groups.size(), {});
  place_blocks(labels, seats);
}

void ContactProblem::place_blocks(const std::vector<std::size_t>& part_of_group,
                                  const std::vector<std::array<std::size_t, 2>>& seats) {
  const std::size_t count = joints_->size() + contacts_->size();
  parts_.clear();
  part_of_.assign(count, count);
  row_in_part_.assign(count, 0);
  std::vector<std::size_t> part_of_label(part_of_group.size(), count);
  std::vector<Eigen::Index> rows;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t body = block(i).bodies[side];
      if (body == ConstraintBlock::kWorld || !moving_[body]) continue;
      const auto [group, member] = seats[body];
      attachments_[group].push_back({i, side, member});
      if (part_of_[i] != count) continue;
      std::size_t& part = part_of_label[part_of_group[group]];
      if (part == count) {
        part = parts_.size();
        parts_.emplace_back();
        rows.push_back(0);
      }
      part_of_[i] = part;
      row_in_part_[i] = rows[part];
      parts_[part].blocks.push_back(i);
      rows[part] += block(i).rows;
    }
  }
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    parts_[part].matrix = MatrixXd::Zero(rows[part], rows[part]);
  }
}

/// What the forces of each block do to the speeds of all blocks of a group.
void ContactProblem::add_responses(const std::vector<Attachment>& attachments,
                                   std::size_t group_size, SystemMatrix& masses,
                                   const Kinematics& bodies) {
  MatrixXd& matrix = parts_[part_of_[attachments.front().block]].matrix;
  std::vector<DofLanes> twists(group_size);
  for (std::size_t i = 0; i < attachments.size(); ++i) {
    const std::size_t acting = attachments[i].block;
    if (i > 0 && attachments[i - 1].block == acting) continue;
    for (DofLanes& of_body : twists) of_body.fill({});
    for (std::size_t j = i; j < attachments.size() && attachments[j].block == acting; ++j) {
      const Attachment& side = attachments[j];
      for (std::size_t dof = 0; dof < 6; ++dof) {
        twists[side.member][dof].lanes() += block(acting).column(side.side, dof);
      }
    }
    masses.solve_columns(bodies, twists);
    const int columns = block(acting).rows;
    for (const Attachment& felt : attachments) {
      const ConstraintBlock& of = block(felt.block);
      for (int c = 0; c < columns; ++c) {
        Lanes speeds{};
        for (std::size_t dof = 0; dof < 6; ++dof) {
          speeds +=
              of.column(felt.side, dof) * twists[felt.member][dof][static_cast<std::size_t>(c)];
        }
        for (int r = 0; r < of.rows; ++r) {
          matrix(row_in_part_[felt.block] + r, row_in_part_[acting] + c) += speeds[r];
        }
      }
    }
  }
}

double ContactProblem::mobility(std::size_t contact) const {
  const std::size_t i = joints_->size() + contact;
  return parts_[part_of_[i]].matrix(row_in_part_[i], row_in_part_[i]);
}

ContactProblem::Solution ContactProblem::solve(const MixedComplementarityProblem& joints,
                                               const std::vector<ContactEquation>& equations,
                                               const std::vector<Vector3>& speeds,
                                               const VectorXd& joint_guess,
                                               const std::vector<Vector3>& contact_guess) const {
  Solution solution;
  solution.joints = VectorXd::Zero(joints.right_side.size());
  solution.contacts.assign(contacts_->size(), Vector3::Zero());
  for (const Part& part : parts_) {
    const nonsmooth::OneStepProblem problem = pose(part, joints, equations, speeds);
    VectorXd guess = VectorXd::Zero(problem.size());
    for (const std::size_t i : part.blocks) {
      auto rows = guess.segment(row_in_part_[i], block(i).rows);
      if (i < joints_->size()) {
        if (joint_guess.size() > 0) rows = joint_guess.segment(joint_row_[i], rows.size());
      } else if (!contact_guess.empty()) {
        const std::size_t contact = i - joints_->size();
        if (!equations[contact].acts) continue;
        rows = contact_guess[contact].head(rows.size());
        rows[0] += equations[contact].adhesion;
      }
    }
    const nonsmooth::OneStepSolution solved =
        nonsmooth::solve_friction_problem(problem, guess, kResidualAim);
    if (!(solved.residual <= kResidualLimit)) refuse(part, solved.residual);
    solution.residual = std::max(solution.residual, solved.residual);
    for (const std::size_t i : part.blocks) {
      const auto rows = solved.multipliers.segment(row_in_part_[i], block(i).rows);
      if (i < joints_->size()) {
        solution.joints.segment(joint_row_[i], rows.size()) = rows;
      } else {
        const std::size_t contact = i - joints_->size();
        solution.contacts[contact].head(rows.size()) = rows;
        solution.contacts[contact][0] -= equations[contact].adhesion;
      }
    }
  }
  return solution;
}

/// The normal multiplier is counted from its least, -adhesion.
nonsmooth::OneStepProblem ContactProblem::pose(const Part& part,
                                               const MixedComplementarityProblem& joints,
                                               const std::vector<ContactEquation>& equations,
                                               const std::vector<Vector3>& speeds) const {
  const Eigen::Index n = part.matrix.rows();
  nonsmooth::OneStepProblem problem{
      part.matrix, VectorXd::Zero(n), VectorXd::Zero(n), VectorXd::Zero(n), {}};
  VectorXd least = VectorXd::Zero(n);
  for (const std::size_t i : part.blocks) {
    const Eigen::Index first = row_in_part_[i], rows = block(i).rows;
    auto diagonal = problem.matrix.diagonal().segment(first, rows);
    if (i < joints_->size()) {
      const Eigen::Index joint = joint_row_[i];
      diagonal += joints.sigma.segment(joint, rows) - joints.regularisation.segment(joint, rows);
      problem.offset.segment(first, rows) = -joints.right_side.segment(joint, rows);
      problem.lower.segment(first, rows) = joints.lower.segment(joint, rows);
      problem.upper.segment(first, rows) = joints.upper.segment(joint, rows);
      continue;
    }
    const std::size_t contact = i - joints_->size();
    const ContactEquation& equation = equations[contact];
    if (!equation.acts) continue;
    diagonal[0] += equation.sigma;
    problem.offset[first] = speeds[contact][0] - equation.target;
    problem.upper.segment(first, rows).setConstant(kUnbounded);
    least[first] = -equation.adhesion;
    if (rows == 1) continue;
    diagonal.tail(2).array() += equation.tangent_sigma;
    problem.offset.segment(first + 1, 2) = speeds[contact].tail<2>() - equation.tangent_target;
    problem.lower.segment(first + 1, 2).setConstant(-kUnbounded);
    problem.cones.push_back({first, 2, (*contacts_)[contact].friction});
  }
  problem.offset += problem.matrix * least;
  return problem;
}

void ContactProblem::refuse(const Part& part, double residual) const {
  std::set<std::string> names;
  for (const std::size_t i : part.blocks) {
    for (const std::size_t body : block(i).bodies) {
      if (body != ConstraintBlock::kWorld) names.insert(names_[body]);
    }
  }
  throw Error(ErrorCode::kInternal,
              fmt::format("contacts of bodies '{}' must be solved to a residual of {}, got {:.3g}",
                          fmt::join(names, "', '"), kResidualLimit, residual));
}

}  // namespace raftup::solver
