#include "hydro/numerics/interpolation.hpp"

#include <cmath>

#include "hydro/numerics/dense.hpp"

namespace raftup {

VectorXd lagrange_weights(const VectorXd& nodes, double x) {
  VectorXd weights = VectorXd::Ones(nodes.size());
  for (Eigen::Index k = 0; k < nodes.size(); ++k) {
    for (Eigen::Index m = 0; m < nodes.size(); ++m) {
      if (m != k) weights[k] *= (x - nodes[m]) / (nodes[k] - nodes[m]);
    }
  }
  return weights;
}

GaussLegendre gauss_legendre(Eigen::Index count) {
  // Golub and Welsch (1969): eigenvalues of the Jacobi matrix of the Legendre polynomials
  MatrixXd jacobi = MatrixXd::Zero(count, count);
  for (Eigen::Index k = 1; k < count; ++k) {
    const auto order = static_cast<double>(k);
    jacobi(k, k - 1) = jacobi(k - 1, k) = order / std::sqrt(4.0 * order * order - 1.0);
  }
  const SymmetricEigen eigen = symmetric_eigen(jacobi);
  return {(eigen.values.array() + 1.0) / 2.0, eigen.vectors.row(0).transpose().array().square()};
}

}  // namespace raftup
