#pragma once

#include <vector>

#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

/// Rotations between world axes and the "dof axes" of all bodies, which are the heading axes of
/// each body at rest:
///   T = blkdiag(R_1, R_1, R_2, R_2, ...),
/// with R_i the rotation by the rest heading of body i, once for its translations and once for its
/// rotations. T x is in world axes. A product costs 18 N operations for each row or column; with a
/// full matrix it would cost 36 N^2.
class DofAxes {
 public:
  explicit DofAxes(const std::vector<Heading>& headings);

  Eigen::Index dof_count() const { return 6 * static_cast<Eigen::Index>(rotations_.size()); }

  /// Computes M T: columns that refer to motions in world axes become columns for motions in dof
  /// axes.
  MatrixXd by_dofs(MatrixXd columns) const;
  /// Computes T^T M: rows in world axes become rows in dof axes.
  MatrixXd in_dofs(MatrixXd rows) const;
  /// Computes T M: rows in dof axes become rows in world axes.
  MatrixXd to_world(MatrixXd rows) const;
  /// Computes T^T M T: a matrix in world axes becomes a matrix in dof axes.
  MatrixXd of_dofs(MatrixXd square) const { return by_dofs(in_dofs(std::move(square))); }

 private:
  std::vector<Matrix3> rotations_;
};

}  // namespace raftup::solver
