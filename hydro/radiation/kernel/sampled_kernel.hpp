#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Refuses a kernel that does not fit into memory.
/// @param samples number of its samples
/// @param dofs    6N
/// @throws Error(kInvalidArgument) with the size
void require_storable(double samples, Eigen::Index dofs);

/// A retardation kernel K [N/m, N, N m] that is known at multiples of a spacing Delta [s] and is
/// convolved by the trapezoidal rule. For harmonic motion, the convolution is the sum
///   S(omega) = Delta (K_0 / 2 + sum over j >= 1 of K_j exp(-i omega j Delta)),   K_j = K(j Delta).
class SampledKernel {
 public:
  virtual ~SampledKernel() = default;

  virtual Eigen::Index dof_count() const = 0;     ///< 6N
  virtual double spacing() const = 0;             ///< Delta [s]
  virtual Eigen::Index sample_count() const = 0;  ///< number of samples K_j

  /// Returns the samples K_j, first <= j < first + count [N/m, N, N m]: one row each, flattened row
  /// by row.
  virtual RowMajorMatrix samples(Eigen::Index first, Eigen::Index count) const = 0;

  /// Returns S at the frequency omega [rad/s], 6N x 6N [N s/m, N s, N m s].
  virtual MatrixXcd transform(double omega) const = 0;

  /// Returns the sample K_j, 6N x 6N [N/m, N, N m].
  MatrixXd sample(Eigen::Index j) const {
    const RowMajorMatrix row = samples(j, 1);
    return matrix_of_row(row, 0, dof_count());
  }
};

}  // namespace raftup::hydro
