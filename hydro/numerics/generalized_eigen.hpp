#pragma once

#include <optional>

#include "hydro/numerics/dense.hpp"

namespace raftup {

/// S V = M V diag(values) of a symmetric S and a symmetric positive definite M, V^T M V = 1: by the
/// Cholesky factor of M and one decomposition, some 15 n^3 operations.
/// @param S, M of which only the lower triangles are read
/// @returns nothing where M is not positive definite
/// @source Golub and Van Loan (2013), Matrix Computations, algorithm 8.7.1
std::optional<SymmetricEigen> generalized_eigen(const MatrixXd& S, const MatrixXd& M);

}  // namespace raftup
