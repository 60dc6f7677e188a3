#include "hydro/numerics/generalized_eigen.hpp"

#include <Eigen/Cholesky>

namespace raftup {

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

}  // namespace raftup
