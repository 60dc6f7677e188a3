#pragma once

#include <vector>

#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

/// Turns between the axes of a heading of each body ("dof axes" for those at rest) and the world's:
///   T = blkdiag(R_1, R_1, R_2, R_2, ...),
/// R_i by the heading of body i, for its translations and its rotations. T x is in world axes.
/// Products cost 18 N operations a row or column, where those by a full matrix cost 36 N^2.
class DofAxes {
 public:
  explicit DofAxes(const std::vector<Heading>& headings);

  Eigen::Index dof_count() const { return 6 * static_cast<Eigen::Index>(rotations_.size()); }

  /// M T: columns of a matrix that go with motions in world axes, for motions in these axes.
  MatrixXd by_dofs(MatrixXd columns) const;
  /// T^T M: rows in world axes, turned into these.
  MatrixXd in_dofs(MatrixXd rows) const;
  /// T^T M T.
  MatrixXd of_dofs(MatrixXd square) const { return by_dofs(in_dofs(std::move(square))); }

 private:
  std::vector<Matrix3> rotations_;
};

}  // namespace raftup::solver
