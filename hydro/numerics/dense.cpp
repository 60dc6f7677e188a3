#include "hydro/numerics/dense.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>
#include <limits>
#include <utility>

namespace raftup {

namespace {

/// Eigen divides products into blocks by the cache sizes of the processor; the order of its sums
/// depends on them. Fixed sizes make results bit for bit the same on every machine.
const bool kSameBlocks = [] {
  constexpr std::ptrdiff_t kFirst = 48 << 10, kSecond = 2 << 20, kThird = 32 << 20;  // bytes
  Eigen::setCpuCacheSizes(kFirst, kSecond, kThird);
  return true;
}();

}  // namespace

SymmetricEigen symmetric_eigen(const MatrixXd& symmetric) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(symmetric);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

std::optional<SymmetricEigen> generalized_eigen(const MatrixXd& S, const MatrixXd& M) {
  const Eigen::LLT<MatrixXd> factor(M);
  if (factor.info() != Eigen::Success) return std::nullopt;
  // L^-1 S L^-T
  const MatrixXd half = factor.matrixL().solve(MatrixXd(S.selfadjointView<Eigen::Lower>()));
  const MatrixXd reduced = factor.matrixL().solve(MatrixXd(half.transpose()));
  SymmetricEigen found = symmetric_eigen(0.5 * (reduced + reduced.transpose()));
  factor.matrixU().solveInPlace(found.vectors);
  return found;
}

VectorXd symmetric_eigenvalues(const MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

/// Counts the negative pivots of L D L^T of a tridiagonal matrix with the same eigenvalues
/// (Sylvester's law of inertia). A pivot of 0 is counted and replaced by a small negative number.
Eigen::Index count_not_positive(const MatrixXd& symmetric) {
  const Eigen::Tridiagonalization<MatrixXd> tridiagonal(symmetric);
  const VectorXd diagonal = tridiagonal.diagonal(), beside = tridiagonal.subDiagonal();
  constexpr double kLeast = std::numeric_limits<double>::min();
  Eigen::Index count = 0;
  double pivot = 1.0;
  for (Eigen::Index k = 0; k < diagonal.size(); ++k) {
    pivot = diagonal[k] - (k == 0 ? 0.0 : beside[k - 1] * (beside[k - 1] / pivot));
    if (std::abs(pivot) < kLeast) pivot = -kLeast;
    if (pivot < 0.0) ++count;
  }
  return count;
}

Vector3 principal_values(const Matrix3& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Matrix3>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

GeneralEigen general_eigen(const MatrixXd& square) {
  const Eigen::EigenSolver<MatrixXd> solver(square);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

std::optional<VectorXcd> general_eigenvalues(const MatrixXd& square) {
  const Eigen::EigenSolver<MatrixXd> solver(square, false);
  if (solver.info() != Eigen::Success || !solver.eigenvalues().allFinite()) return std::nullopt;
  return solver.eigenvalues();
}

bool is_positive_definite(const MatrixXd& symmetric) {
  return Eigen::LLT<MatrixXd>(symmetric).info() == Eigen::Success;
}

std::optional<CholeskyFactor> CholeskyFactor::of(const MatrixXd& symmetric) {
  const Eigen::LLT<MatrixXd> factor(symmetric);
  if (factor.info() != Eigen::Success) return std::nullopt;
  return CholeskyFactor(factor.matrixLLT());
}

MatrixXd CholeskyFactor::solve(const MatrixXd& right_sides) const {
  // Eigen does not define a solution for right sides without elements.
  if (right_sides.size() == 0) return right_sides;
  MatrixXd x = right_sides;
  L_.triangularView<Eigen::Lower>().solveInPlace(x);
  L_.adjoint().triangularView<Eigen::Upper>().solveInPlace(x);
  return x;
}

OrthogonalFactors orthogonal_factors(const MatrixXd& columns) {
  const Eigen::HouseholderQR<MatrixXd> qr(columns);
  return {qr.householderQ() * MatrixXd::Identity(columns.rows(), columns.cols()),
          qr.matrixQR().topRows(columns.cols()).triangularView<Eigen::Upper>()};
}

double smallest_pivot(const MatrixXd& columns) {
  return columns.colPivHouseholderQr().matrixQR().diagonal().cwiseAbs().minCoeff();
}

MatrixXd orthogonal_complement(const MatrixXd& columns) {
  const Eigen::Index rows = columns.rows();
  return Eigen::HouseholderQR<MatrixXd>(columns).householderQ() *
         MatrixXd::Identity(rows, rows).rightCols(rows - columns.cols());
}

MatrixXd orthogonal_complement(const VectorXd& column) {
  const Eigen::Index rows = column.size();
  const MatrixXd Q = column.householderQr().householderQ() * MatrixXd::Identity(rows, rows);
  return Q.rightCols(rows - 1);
}

MatrixXd null_space(const MatrixXd& rows, double dependent) {
  const Eigen::Index size = rows.cols();
  if (rows.rows() == 0) return MatrixXd::Identity(size, size);
  const MatrixXd unit = rows.rowwise().normalized().transpose();
  Eigen::ColPivHouseholderQR<MatrixXd> factors(size, unit.cols());
  factors.setThreshold(dependent);
  factors.compute(unit);
  const MatrixXd Q = factors.householderQ();
  return Q.rightCols(size - factors.rank());
}

MatrixXd solve_regular(const MatrixXd& A, const MatrixXd& right_sides) {
  return A.partialPivLu().solve(right_sides);
}

MatrixXcd solve_regular(const MatrixXcd& A, const MatrixXcd& right_sides) {
  return A.partialPivLu().solve(right_sides);
}

VectorXd solve_semidefinite(const MatrixXd& symmetric, const VectorXd& right_side) {
  return symmetric.ldlt().solve(right_side);
}

MatrixXd solve_least_squares(const MatrixXd& A, const MatrixXd& right_sides) {
  return A.colPivHouseholderQr().solve(right_sides);
}

MatrixXd solve_minimum_norm(const MatrixXd& A, const MatrixXd& right_sides) {
  return Eigen::CompleteOrthogonalDecomposition<MatrixXd>(A).solve(right_sides);
}

VectorXd solve_minimum_norm(const MatrixXd& A, const VectorXd& right_side) {
  return Eigen::CompleteOrthogonalDecomposition<MatrixXd>(A).solve(right_side);
}

VectorXd solve_minimum_norm(const MatrixXd& A, const VectorXd& right_side, double negligible) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> factors(A.rows(), A.cols());
  factors.setThreshold(negligible);
  factors.compute(A);
  return factors.solve(right_side);
}

}  // namespace raftup
