#include "solver/water/masses/world_system_matrix.hpp"

#include <fmt/format.h>

#include "hydro/base/error.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

WorldSystemMatrix::WorldSystemMatrix(const std::vector<RigidBody>& bodies,
                                     const std::vector<AddedMass>& added_masses,
                                     const MassGroup& group)
    : added_masses_(added_masses), group_(group), row_of_body_(bodies.size()), factor_(0) {
  for (const std::size_t body : group.bodies) {
    const Eigen::Index row = kDofs * static_cast<Eigen::Index>(members_.size());
    members_.push_back({body, bodies[body].mass, bodies[body].inertia});
    row_of_body_[body] = row;
    const std::array<bool, 6> moving = moving_dofs(bodies[body]);
    for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
      if (moving[static_cast<std::size_t>(dof)]) moving_.push_back({body, dof, row + dof});
    }
  }
  const auto size = kDofs * static_cast<Eigen::Index>(members_.size());
  all_dofs_.resize(size, size);
  factor_ = Cholesky(static_cast<Eigen::Index>(moving_.size()));
  right_side_.resize(factor_.size());
  columns_.resize(moving_.size());
}

void WorldSystemMatrix::add_added_mass(const AddedMass& added_mass, const Kinematics& bodies) {
  const MatrixXd A_w = added_mass.world_matrix(bodies);
  const std::vector<std::size_t>& members = added_mass.bodies();
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (std::size_t j = 0; j < members.size(); ++j) {
      all_dofs_.block<kDofs, kDofs>(row_of_body_[members[i]], row_of_body_[members[j]]) +=
          A_w.block<kDofs, kDofs>(kDofs * static_cast<Eigen::Index>(i),
                                  kDofs * static_cast<Eigen::Index>(j));
    }
  }
}

void WorldSystemMatrix::factorize(const Kinematics& bodies) {
  if (find_indefinite_dof(bodies)) {
    throw SolverFailure(
        "mass and added mass, with what the step takes implicitly, must stay positive "
        "definite when the bodies turn");
  }
}

std::optional<WorldSystemMatrix::MovingDof> WorldSystemMatrix::find_indefinite_dof(
    const Kinematics& bodies) {
  all_dofs_.setZero();
  for (const Member& member : members_) {
    const Eigen::Index row = row_of_body_[member.body];
    all_dofs_.block<kDofs, kDofs>(row, row) =
        rigid_mass(member.mass, member.inertia, bodies[member.body].rotation);
  }
  for (const std::size_t index : group_.added_masses) {
    add_added_mass(added_masses_[index], bodies);
  }
  Cholesky::Matrix W = factor_.matrix();
  for (std::size_t j = 0; j < moving_.size(); ++j) {
    for (std::size_t i = 0; i < moving_.size(); ++i) {
      W(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          all_dofs_(moving_[i].row, moving_[j].row);
    }
  }
  const std::optional<Eigen::Index> row = factor_.factorize();
  if (!row) return std::nullopt;
  return moving_[static_cast<std::size_t>(*row)];
}

void WorldSystemMatrix::solve(const Kinematics& /*bodies*/, const BodyVectors& right_side,
                              BodyVectors& solution) {
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    right_side_[static_cast<Eigen::Index>(i)] = right_side[moving_[i].body][moving_[i].dof];
  }
  factor_.solve(right_side_.data());
  for (const Member& member : members_) solution[member.body].setZero();
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    solution[moving_[i].body][moving_[i].dof] = right_side_[static_cast<Eigen::Index>(i)];
  }
}

void WorldSystemMatrix::solve_columns(const Kinematics& /*bodies*/,
                                      std::vector<DofLanes>& columns) {
  const auto at = [&](const MovingDof& moving) -> LaneArray& {
    const auto row = static_cast<std::size_t>(moving.row);
    return columns[row / 6][row % 6];
  };
  for (std::size_t i = 0; i < moving_.size(); ++i) columns_[i] = at(moving_[i]);
  factor_.solve_columns(columns_.data());
  for (DofLanes& body : columns) body.fill({});
  for (std::size_t i = 0; i < moving_.size(); ++i) at(moving_[i]) = columns_[i];
}

}  // namespace raftup::solver
