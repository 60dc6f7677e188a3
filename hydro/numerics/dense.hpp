#pragma once

#include <optional>

#include "hydro/numerics/types.hpp"

namespace raftup {

// Decompositions of dense matrices, each compiled once: including <Eigen/Eigenvalues>, <Eigen/QR>
// or <Eigen/SVD> costs a source file 5 to 40 s of compiling, and a test keeps them out of all
// others.

/// S = V diag(values) V^T of a symmetric matrix S; only its lower triangle is read.
struct SymmetricEigen {
  VectorXd values;   ///< ascending
  MatrixXd vectors;  ///< orthonormal columns, in the order of the values
};
SymmetricEigen symmetric_eigen(const MatrixXd& symmetric);

/// S V = M V diag(values) of a symmetric S and a symmetric positive definite M, V^T M V = 1: by the
/// Cholesky factor of M and one decomposition, some 15 n^3 operations.
/// @param S, M of which only the lower triangles are read
/// @returns nothing where M is not positive definite
/// @source Golub and Van Loan (2013), Matrix Computations, algorithm 8.7.1
std::optional<SymmetricEigen> generalized_eigen(const MatrixXd& S, const MatrixXd& M);

/// The eigenvalues of symmetric_eigen() without the eigenvectors, at a third of its cost.
VectorXd symmetric_eigenvalues(const MatrixXd& symmetric);

/// Number of eigenvalues of a symmetric matrix that are not above 0, at a sixth of the cost of computing
/// them.
Eigen::Index count_not_positive(const MatrixXd& symmetric);

/// The eigenvalues of a symmetric 3 x 3 matrix: principal moments of an inertia, for example.
Vector3 principal_values(const Matrix3& symmetric);

/// A V = V diag(values) of a square matrix, in no order; complex ones in conjugate pairs.
struct GeneralEigen {
  VectorXcd values;
  MatrixXcd vectors;
};
GeneralEigen general_eigen(const MatrixXd& square);

/// The values of general_eigen() alone.
/// @returns nothing where the iteration did not converge to finite numbers
std::optional<VectorXcd> general_eigenvalues(const MatrixXd& square);

/// Whether a Cholesky factorisation exists: cheaper than any eigenvalue.
/// @param symmetric only its lower triangle is read
bool is_positive_definite(const MatrixXd& symmetric);

/// S = L L^T of a positive definite matrix S.
class CholeskyFactor {
 public:
  /// @param symmetric only its lower triangle is read
  /// @returns nothing where S is not positive definite
  static std::optional<CholeskyFactor> of(const MatrixXd& symmetric);

  /// S^-1 b; `right_sides` may have no rows or columns.
  MatrixXd solve(const MatrixXd& right_sides) const;

 private:
  explicit CholeskyFactor(MatrixXd L) : L_(std::move(L)) {}

  MatrixXd L_;
};

/// A = Q R by Householder reflections, A of m x n with m >= n.
struct OrthogonalFactors {
  MatrixXd Q;  ///< m x n, orthonormal columns
  MatrixXd R;  ///< n x n, upper triangle; 0 below
};
OrthogonalFactors orthogonal_factors(const MatrixXd& columns);

/// Least |R_ii| of the QR factorisation with column pivots, m x n with m >= n >= 1: 0 where the
/// columns depend on one another.
/// @source Golub and Van Loan (2013), Matrix Computations
double smallest_pivot(const MatrixXd& columns);

/// Returns orthonormal columns, m x (m - n), that span the orthogonal complement of the given m x n
/// columns.
MatrixXd orthogonal_complement(const MatrixXd& columns);
MatrixXd orthogonal_complement(const VectorXd& column);

/// Orthonormal basis of what rows leave free, n x k of m x n rows: each of any length but 0.
/// @param dependent sine of the angle below which a row counts as within the span of others; 1e-9
/// is far
///                  above the rounding of arms of some 100 m
MatrixXd null_space(const MatrixXd& rows, double dependent = 1e-9);

/// A^-1 b by elimination with row pivots; A must be regular.
MatrixXd solve_regular(const MatrixXd& A, const MatrixXd& right_sides);
MatrixXcd solve_regular(const MatrixXcd& A, const MatrixXcd& right_sides);

/// S^-1 b of a positive or negative semidefinite matrix by L D L^T with pivots.
VectorXd solve_semidefinite(const MatrixXd& symmetric, const VectorXd& right_side);

/// x of least |A x - b| by QR with column pivots; A has full column rank.
MatrixXd solve_least_squares(const MatrixXd& A, const MatrixXd& right_sides);

/// x of least norm among those of least |A x - b|: A may have any rank.
MatrixXd solve_minimum_norm(const MatrixXd& A, const MatrixXd& right_sides);
VectorXd solve_minimum_norm(const MatrixXd& A, const VectorXd& right_side);
/// @param negligible share of the largest action of A below which it counts as none
VectorXd solve_minimum_norm(const MatrixXd& A, const VectorXd& right_side, double negligible);

}  // namespace raftup
