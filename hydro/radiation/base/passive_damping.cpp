#include "hydro/radiation/base/passive_damping.hpp"

#include "hydro/numerics/dense.hpp"

namespace raftup::hydro {

VectorXd inverse_scale(const VectorXd& scale) {
  return scale.unaryExpr([](double each) { return each > 0.0 ? 1.0 / each : 0.0; });
}

double clip_eigenvalues(Eigen::Ref<RowMajorMatrix> B, const VectorXd& scale,
                        const VectorXd& inverse) {
  const MatrixXd scaled = inverse.asDiagonal() * B * inverse.asDiagonal();
  const MatrixXd symmetric = 0.5 * (scaled + scaled.transpose());
  const SymmetricEigen eigen = symmetric_eigen(symmetric);
  const MatrixXd& vectors = eigen.vectors;
  const MatrixXd clipped = vectors * eigen.values.cwiseMax(0.0).asDiagonal() * vectors.transpose();
  const MatrixXd repaired = scale.asDiagonal() * clipped * scale.asDiagonal();
  B = 0.5 * (repaired + repaired.transpose());
  return eigen.values[0];
}

}  // namespace raftup::hydro
