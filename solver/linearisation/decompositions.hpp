#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// Orthonormal basis of what rows leave free; dependent rows count once.
/// @param rows m x n, of any length but 0 each
/// @returns n x k
MatrixXd null_space(const MatrixXd& rows);

/// x of least norm among those of least |A x - b|. What A does by less than 1e-10 of its largest
/// action counts as nothing.
VectorXd least_norm_solution(const MatrixXd& A, const VectorXd& b);

/// S = V diag(values) V^T of a symmetric matrix S.
struct SymmetricModes {
  VectorXd values;   ///< ascending
  MatrixXd vectors;  ///< orthonormal columns
};
SymmetricModes symmetric_modes(const MatrixXd& symmetric);

/// Their values alone.
VectorXd symmetric_values(const MatrixXd& symmetric);

}  // namespace raftup::solver
