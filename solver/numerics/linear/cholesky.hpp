#pragma once

#include <optional>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// Cholesky factorization W = L D L^T of a small symmetric positive definite matrix, with ones on
/// the diagonal of L. The same storage is used again for other matrices of the same size. Sums are
/// computed in a fixed order.
/// Call order: fill the lower triangle of matrix(), factorize(), then solve() any number of times.
/// Values above the diagonal do not influence the result, but may be overwritten.
/// @source Golub and Van Loan (2013)
class Cholesky {
 public:
  using Matrix = Eigen::Map<MatrixXd, Eigen::Aligned16, Eigen::OuterStride<>>;

  explicit Cholesky(Eigen::Index size);

  Eigen::Index size() const { return inverse_diagonal_.size(); }
  /// The matrix W to be filled; after factorize() it contains L.
  Matrix matrix() { return {columns_.data()->data(), size(), size(), {stride_}}; }

  /// Factorizes W.
  /// @returns the first row whose pivot is not positive; nothing if the matrix is positive definite
  std::optional<Eigen::Index> factorize();

  /// Replaces b, an array of size() numbers, by W^-1 b.
  void solve(double* b) const;

  /// Solves for the right side in each lane of b[0 .. size()), in place.
  void solve_columns(LaneArray* b) const;

 private:
  /// Distance between columns in storage; a multiple of the lanes for large matrices.
  Eigen::Index stride_;
  std::vector<LaneArray> columns_;  ///< contains L below the diagonal after factorize()
  VectorXd inverse_diagonal_;       ///< inverse of the diagonal of D, 1 / D_ii
};

/// Up to eight columns of six dofs, such as wrenches or twists of one body: one lane for each
/// column.
using DofLanes = std::array<LaneArray, 6>;

}  // namespace raftup::solver
