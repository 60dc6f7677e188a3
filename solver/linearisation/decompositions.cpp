#include "solver/linearisation/decompositions.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace raftup::solver {

namespace {

/// Far above the rounding of arms of some 100 m, far below any joint that is meant to hold
/// something else.
constexpr double kDependent = 1e-9;
constexpr double kLoose = 1e-10;

}  // namespace

MatrixXd null_space(const MatrixXd& rows) {
  const Eigen::Index size = rows.cols();
  if (rows.rows() == 0) return MatrixXd::Identity(size, size);
  const MatrixXd unit = rows.rowwise().normalized().transpose();
  Eigen::ColPivHouseholderQR<MatrixXd> factors(size, unit.cols());
  factors.setThreshold(kDependent);
  factors.compute(unit);
  const MatrixXd Q = factors.householderQ();
  return Q.rightCols(size - factors.rank());
}

VectorXd least_norm_solution(const MatrixXd& A, const VectorXd& b) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> factors(A.rows(), A.cols());
  factors.setThreshold(kLoose);
  factors.compute(A);
  return factors.solve(b);
}

SymmetricModes symmetric_modes(const MatrixXd& symmetric) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(symmetric);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

VectorXd symmetric_values(const MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

}  // namespace raftup::solver
