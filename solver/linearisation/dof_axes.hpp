#pragma once

#include <vector>

#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

/// Rotations between the heading axes of each body, which are called "dof axes" for the headings at
/// rest, and world axes:
///   T = blkdiag(R_1, R_1, R_2, R_2, ...),
/// with R_i the rotation by the heading of body i, for its translations and for its rotations. T x
/// is in world axes. A product costs 18 N operations for each row or column; by a full matrix it
/// would cost 36 N^2.
class DofAxes {
 public:
  explicit DofAxes(const std::vector<Heading>& headings);

  Eigen::Index dof_count() const { return 6 * static_cast<Eigen::Index>(rotations_.size()); }

  /// M T: columns that refer to motions in world axes become columns for motions in these axes.
  MatrixXd by_dofs(MatrixXd columns) const;
  /// T^T M: rows in world axes become rows in these axes.
  MatrixXd in_dofs(MatrixXd rows) const;
  /// T^T M T.
  MatrixXd of_dofs(MatrixXd square) const { return by_dofs(in_dofs(std::move(square))); }

 private:
  std::vector<Matrix3> rotations_;
};

}  // namespace raftup::solver
