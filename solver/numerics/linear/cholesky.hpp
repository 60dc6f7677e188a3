#pragma once

#include <optional>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// Cholesky factorisation W = L D L^T of a small symmetric positive definite matrix, L with ones on
/// its diagonal, refilled and factorised again and again in the same storage. Sums run in a fixed
/// order.
/// Call order: fill matrix(), factorise(), solve() any number of times. What stands above the
/// diagonal changes nothing, but it is worked on with the rest of its vector register.
/// @source Golub and Van Loan (2013)
class Cholesky {
 public:
  using Matrix = Eigen::Map<MatrixXd, Eigen::Aligned16, Eigen::OuterStride<>>;

  explicit Cholesky(Eigen::Index size);

  Eigen::Index size() const { return inverse_diagonal_.size(); }
  Matrix matrix() { return {columns_.data()->data(), size(), size(), {stride_}}; }

  /// @returns the first row whose pivot is not positive, none where the matrix is positive definite
  std::optional<Eigen::Index> factorise();

  /// Replaces b, size() numbers, by W^-1 b.
  void solve(double* b) const;

  /// The same for a column in each lane of b[0 .. size()).
  void solve_columns(LaneArray* b) const;

 private:
  Eigen::Index stride_;             ///< between columns: whole lanes where they are long
  std::vector<LaneArray> columns_;  ///< L below the diagonal after factorise()
  VectorXd inverse_diagonal_;       ///< 1 / D_ii
};

/// Up to eight columns of six dofs, wrenches or twists of one body: a column a lane.
using DofLanes = std::array<LaneArray, 6>;

}  // namespace raftup::solver
