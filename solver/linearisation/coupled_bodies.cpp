#include "solver/linearisation/coupled_bodies.hpp"

#include <map>

#include "hydro/base/disjoint_sets.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::solver {

namespace {

constexpr double kFree = 0.5;    // of an eigenvalue of a projection: they are 0 and 1
constexpr double kNoise = 1e-9;  // of an entry of a projection: far above its rounding

/// Links bodies if a matrix of 6 x 6 blocks has an entry between the bodies above `noise`.
void link_blocks(const MatrixXd& matrix, double noise, DisjointSets& sets) {
  for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
      if (row / kDofs == column / kDofs || std::abs(matrix(row, column)) <= noise) continue;
      sets.link(static_cast<std::size_t>(row / kDofs), static_cast<std::size_t>(column / kDofs));
    }
  }
}

/// True if every column is a single dof, so that no joint couples bodies.
bool selects_dofs(const MatrixXd& free_basis) {
  return (free_basis.array() != 0.0).colwise().count().maxCoeff() <= 1;
}

/// An orthonormal basis of the free motions that move only the given dofs.
MatrixXd free_motions_of(const std::vector<Eigen::Index>& dofs, const MatrixXd& free_basis) {
  MatrixXd rows = free_basis(dofs, Eigen::all);
  if (rows.rows() == free_basis.rows()) return rows;
  const SymmetricEigen projection = symmetric_eigen(rows * rows.transpose());
  const auto count = (projection.values.array() > kFree).count();
  return projection.vectors.rightCols(count);
}

}  // namespace

std::vector<std::vector<std::size_t>> coupled_bodies(const LinearMatrices& matrices,
                                                     const LinearWater& water) {
  DisjointSets sets(static_cast<std::size_t>(matrices.mass.rows() / kDofs));
  link_blocks(matrices.mass, 0.0, sets);
  link_blocks(matrices.restoring, 0.0, sets);
  link_blocks(matrices.linear_damping, 0.0, sets);
  if (matrices.free_basis.cols() > 0 && !selects_dofs(matrices.free_basis)) {
    link_blocks(matrices.free_basis * matrices.free_basis.transpose(), kNoise, sets);
  }
  link_blocks(water.constant(), 0.0, sets);
  water.link_bodies(sets);
  std::map<std::size_t, std::vector<std::size_t>> by_label;
  for (std::size_t body = 0; body < sets.labels().size(); ++body) {
    by_label[sets.label(body)].push_back(body);
  }
  std::vector<std::vector<std::size_t>> found;
  for (auto& [label, bodies] : by_label) found.push_back(std::move(bodies));
  return found;
}

EquationsOfBodies equations_of(const std::vector<std::size_t>& bodies,
                               const LinearMatrices& matrices, const LinearWater& water) {
  EquationsOfBodies part;
  for (const std::size_t body : bodies) {
    for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
      part.dofs.push_back(kDofs * static_cast<Eigen::Index>(body) + dof);
    }
  }
  part.matrices.mass = matrices.mass(part.dofs, part.dofs);
  part.matrices.restoring = matrices.restoring(part.dofs, part.dofs);
  part.matrices.linear_damping = matrices.linear_damping(part.dofs, part.dofs);
  part.matrices.free_basis = free_motions_of(part.dofs, matrices.free_basis);
  part.water = water.of_bodies(bodies);
  return part;
}

}  // namespace raftup::solver
