#include "solver/simulation/checks/least_damping.hpp"

#include <cmath>

#include "hydro/numerics/dense.hpp"

namespace raftup::solver {

double least_damping(const MatrixXd& damping) {
  const VectorXd diagonal = damping.diagonal().cwiseAbs();
  const double largest = damping.cwiseAbs().maxCoeff();
  if (largest == 0.0) return 0.0;
  VectorXd scale(diagonal.size());
  for (Eigen::Index i = 0; i < diagonal.size(); ++i) {
    scale[i] = diagonal[i] > 0.0 ? 1.0 / std::sqrt(diagonal[i]) : 1.0 / std::sqrt(largest);
  }
  const MatrixXd symmetric = 0.5 * (damping + damping.transpose());
  return symmetric_eigenvalues(scale.asDiagonal() * symmetric * scale.asDiagonal()).minCoeff();
}

}  // namespace raftup::solver
