#pragma once

#include "solver/nonsmooth/relations/linearised_relation.hpp"

namespace raftup::solver::nonsmooth {

/// Linear time-invariant: y = C X + D lambda + e, R = B lambda.
struct LinearRelation {
  MatrixXd output_matrix;      ///< C, m x (all coordinates)
  VectorXd offset = {};        ///< e, size m; left out: 0
  MatrixXd input_matrix = {};  ///< B; left out: C^T, the only choice for systems of second order
  MatrixXd feedthrough = {};   ///< D, m x m, systems of first order only; left out: 0

  Eigen::Index size() const { return output_matrix.rows(); }
  VectorXd output(const VectorXd& coordinates) const;
  LinearisedRelation linearise(const VectorXd& coordinates) const;
};

}  // namespace raftup::solver::nonsmooth
