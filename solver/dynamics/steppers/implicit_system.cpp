#include "solver/dynamics/steppers/implicit_system.hpp"

#include "hydro/base/error.hpp"
#include "solver/joints/constraint_matrix.hpp"

namespace raftup::solver {

void ImplicitSystem::add_block(std::size_t row, std::size_t column, const Matrix6& value) {
  for (Eigen::Index i = 0; i < kDofs; ++i) {
    for (Eigen::Index j = 0; j < (row == column ? i + 1 : kDofs); ++j) {
      const double both = moving_[row][i] * moving_[column][j];
      entries_.emplace_back(first_dof(row) + i, first_dof(column) + j, both * value(i, j));
      if (row == column && i == j) diagonal_[first_dof(row) + i] += both * value(i, j);
    }
  }
}

void ImplicitSystem::add_held_dofs() {
  for (std::size_t body = 0; body < moving_.size(); ++body) {
    for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
      const Eigen::Index i = first_dof(body) + dof;
      entries_.emplace_back(i, i, 1.0 - moving_[body][dof]);
    }
  }
}

void ImplicitSystem::add_constraints(const std::vector<ConstraintBlock>& constraints,
                                     const VectorXd& sigma, const std::vector<bool>& active) {
  Eigen::Index row = 0;
  for (const ConstraintBlock& block : constraints) {
    for (int i = 0; i < block.rows; ++i, ++row) {
      const Eigen::Index at = first_dof(moving_.size()) + row;
      double mobility = 0.0;  // of G J^-1 G^T, estimated by the diagonal of J
      for (std::size_t side = 0; side < 2; ++side) {
        const std::size_t body = block.bodies[side];
        if (body == ConstraintBlock::kWorld) continue;
        for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
          const double free = active[static_cast<std::size_t>(row)] ? moving_[body][dof] : 0.0;
          const double G = free * block.jacobian[side](i, dof);
          entries_.emplace_back(at, first_dof(body) + dof, G);
          if (G != 0.0) mobility += G * G / diagonal_[first_dof(body) + dof];
        }
      }
      acting_.push_back(mobility > 0.0);
      const double least = kRegularization * mobility;
      entries_.emplace_back(at, at, mobility > 0.0 ? -std::max(sigma[row], least) : -1.0);
    }
  }
}

void ImplicitSystem::factorize_matrix() {
  const Eigen::Index size = diagonal_.size() + static_cast<Eigen::Index>(acting_.size());
  matrix_.resize(size, size);
  matrix_.setFromTriplets(entries_.begin(), entries_.end());
  if (matrix_.nonZeros() != analyzed_entries_) factor_.analyzePattern(matrix_);
  analyzed_entries_ = matrix_.nonZeros();
  factor_.factorize(matrix_);
  if (factor_.info() != Eigen::Success) {
    throw SolverFailure("implicit step must have a system that can be solved");
  }
}

void ImplicitSystem::factorize(const std::vector<MassBlock>& masses, const LoadJacobian& loads,
                               double step, const std::vector<ConstraintBlock>& constraints,
                               const VectorXd& sigma, const std::vector<bool>& active) {
  entries_.clear();
  acting_.clear();
  diagonal_.setZero(first_dof(moving_.size()));
  for (const MassBlock& block : masses) add_block(block.row, block.column, block.value);
  for (const LoadJacobian::Block& block : loads.blocks()) {
    add_block(block.row, block.column,
              0.5 * step * block.damping + 0.25 * step * step * block.stiffness);
  }
  add_held_dofs();
  add_constraints(constraints, sigma, active);
  factorize_matrix();
}

void ImplicitSystem::solve(BodyVectors& r, VectorXd& s) {
  const Eigen::Index dofs = diagonal_.size();
  right_side_.resize(dofs + s.size());
  for (std::size_t body = 0; body < r.size(); ++body) {
    right_side_.segment<kDofs>(first_dof(body)) = r[body].cwiseProduct(moving_[body]);
  }
  for (Eigen::Index row = 0; row < s.size(); ++row) {
    right_side_[dofs + row] = acting_[static_cast<std::size_t>(row)] ? s[row] : 0.0;
  }
  right_side_ = factor_.solve(right_side_).eval();
  for (std::size_t body = 0; body < r.size(); ++body) {
    r[body] = right_side_.segment<kDofs>(first_dof(body));
  }
  s = -right_side_.tail(s.size());  // the matrix is written for -mu
}

}  // namespace raftup::solver
