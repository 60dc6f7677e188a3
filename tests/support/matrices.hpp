/// @file Matrices for tests of solvers.
#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::testing {

/// Numbers in -1..1 that are the same on every machine.
inline MatrixXd scattered(Eigen::Index rows, Eigen::Index columns, unsigned seed) {
  MatrixXd matrix(rows, columns);
  for (Eigen::Index i = 0; i < matrix.size(); ++i) {
    seed = seed * 1664525U + 1013904223U;
    matrix.data()[i] = static_cast<double>(seed >> 8U) / 8388608.0 - 1.0;
  }
  return matrix;
}

}  // namespace raftup::testing
