#pragma once

#include <optional>

#include "hydro/numerics/types.hpp"

namespace raftup {

// Decompositions of dense matrices, each compiled once: including <Eigen/Eigenvalues>, <Eigen/QR>
// or <Eigen/SVD> costs a source file 5 to 40 s of compiling, and a test keeps them out of all
// others.

/// Eigenvalues and eigenvectors of a symmetric matrix S: S = V diag(values) V^T.
struct SymmetricEigen {
  VectorXd values;   ///< eigenvalues, ascending
  MatrixXd vectors;  ///< eigenvectors, orthonormal columns in the order of the eigenvalues
};
/// Computes eigenvalues and eigenvectors of a symmetric matrix, of which only the lower triangle is
/// read.
SymmetricEigen symmetric_eigen(const MatrixXd& symmetric);

/// Solves the generalized eigenvalue problem S V = M V diag(values) with V^T M V = 1, where S is
/// symmetric and M symmetric positive definite. It uses the Cholesky factor of M and one eigenvalue
/// decomposition, some 15 n^3 operations.
/// @param S, M only their lower triangles are read
/// @returns nothing if M is not positive definite
/// @source Golub and Van Loan (2013), Matrix Computations, algorithm 8.7.1
std::optional<SymmetricEigen> generalized_eigen(const MatrixXd& S, const MatrixXd& M);

/// The eigenvalues of symmetric_eigen() without the eigenvectors, at a third of its cost.
VectorXd symmetric_eigenvalues(const MatrixXd& symmetric);

/// Number of eigenvalues of a symmetric matrix that are not above 0, at a sixth of the cost of
/// computing the eigenvalues.
Eigen::Index count_not_positive(const MatrixXd& symmetric);

/// The eigenvalues of a symmetric 3 x 3 matrix: principal moments of inertia [kg m2], for example.
Vector3 principal_values(const Matrix3& symmetric);

/// Eigenvalues and eigenvectors of a square matrix A: A V = V diag(values). They are in no
/// particular order; complex ones are in conjugate pairs.
struct GeneralEigen {
  VectorXcd values;
  MatrixXcd vectors;
};
/// Computes eigenvalues and eigenvectors of a square matrix.
GeneralEigen general_eigen(const MatrixXd& square);

/// Computes the eigenvalues of a square matrix without the eigenvectors.
/// @returns nothing if the iteration did not converge to finite numbers
std::optional<VectorXcd> general_eigenvalues(const MatrixXd& square);

/// Returns true if a symmetric matrix is positive definite, that is, if its Cholesky factorization
/// exists. This costs less than any eigenvalue.
/// @param symmetric only its lower triangle is read
bool is_positive_definite(const MatrixXd& symmetric);

/// Cholesky factor L of a symmetric positive definite matrix S = L L^T.
class CholeskyFactor {
 public:
  /// Computes the factor.
  /// @param symmetric the matrix S; only its lower triangle is read
  /// @returns nothing if S is not positive definite
  static std::optional<CholeskyFactor> of(const MatrixXd& symmetric);

  /// Returns S^-1 b for the columns b of `right_sides`, which may have no rows or columns.
  MatrixXd solve(const MatrixXd& right_sides) const;

 private:
  explicit CholeskyFactor(MatrixXd L) : L_(std::move(L)) {}

  MatrixXd L_;
};

/// QR factorization A = Q R by Householder reflections, for A of size m x n with m >= n.
struct OrthogonalFactors {
  MatrixXd Q;  ///< m x n, with orthonormal columns
  MatrixXd R;  ///< n x n, upper triangular
};
/// Computes the QR factorization of a matrix.
OrthogonalFactors orthogonal_factors(const MatrixXd& columns);

/// Returns the smallest |R_ii| of the QR factorization with column pivoting of an m x n matrix, m
/// >= n >= 1. It is 0 if the columns are linearly dependent.
/// @source Golub and Van Loan (2013), Matrix Computations
double smallest_pivot(const MatrixXd& columns);

/// Returns m x (m - n) orthonormal columns that span the orthogonal complement of the given m x n
/// columns.
MatrixXd orthogonal_complement(const MatrixXd& columns);
MatrixXd orthogonal_complement(const VectorXd& column);

/// Returns an orthonormal basis of the null space of m x n rows, of size n x k. No row may be zero;
/// the lengths of the rows have no influence.
/// @param dependent sine of the angle below which a row is treated as linearly dependent on others;
///         1e-9 is far above the rounding of lever arms of some 100 m
MatrixXd null_space(const MatrixXd& rows, double dependent = 1e-9);

/// Returns A^-1 b for the columns b of `right_sides`, by elimination with row pivoting. A must be
/// regular.
MatrixXd solve_regular(const MatrixXd& A, const MatrixXd& right_sides);
MatrixXcd solve_regular(const MatrixXcd& A, const MatrixXcd& right_sides);

/// Returns S^-1 b of a positive or negative semidefinite matrix S, by the factorization L D L^T
/// with pivoting.
VectorXd solve_semidefinite(const MatrixXd& symmetric, const VectorXd& right_side);

/// Returns the least-squares solution x, which minimizes |A x - b|, for the columns b of
/// `right_sides`, by QR with column pivoting. A must have full column rank.
MatrixXd solve_least_squares(const MatrixXd& A, const MatrixXd& right_sides);

/// Returns, among all x that minimize |A x - b|, the one of least norm. A may have any rank.
MatrixXd solve_minimum_norm(const MatrixXd& A, const MatrixXd& right_sides);
VectorXd solve_minimum_norm(const MatrixXd& A, const VectorXd& right_side);
/// Returns the solution of least norm as solve_minimum_norm(A, right_side) does, with a given
/// threshold of rank.
/// @param negligible pivots of A below this share of the largest pivot are treated as zero
VectorXd solve_minimum_norm(const MatrixXd& A, const VectorXd& right_side, double negligible);

}  // namespace raftup
