/// @file Free undamped motion in closed form, the oracle of bodies on springs.
#pragma once

#include "hydro/numerics/dense.hpp"

namespace raftup::testing {

/// x(t) of W x'' + K x = 0 from rest at `start`: with R^2 = W and R^-1 K R^-1 = V diag(omega^2)
/// V^T, x = R^-1 V cos(omega t) V^T R start.
/// @param W, K symmetric, positive definite
inline VectorXd free_motion(const MatrixXd& W, const MatrixXd& K, const VectorXd& start,
                            double time) {
  const SymmetricEigen mass = symmetric_eigen(W);
  const VectorXd root = mass.values.cwiseSqrt();
  const MatrixXd R = mass.vectors * root.asDiagonal() * mass.vectors.transpose();
  const MatrixXd inverse =
      mass.vectors * root.cwiseInverse().asDiagonal() * mass.vectors.transpose();
  const SymmetricEigen modes = symmetric_eigen(inverse * K * inverse);
  const VectorXd phase = (modes.values.cwiseSqrt() * time).array().cos();
  return inverse * (modes.vectors * phase.cwiseProduct(modes.vectors.transpose() * (R * start)));
}

}  // namespace raftup::testing
