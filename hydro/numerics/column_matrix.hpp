#pragma once

#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup {

/// A small constant matrix for products with vectors again and again: stored by columns in whole
/// lanes, so that nothing has to be folded. Sums run over the columns in their order: the same bits
/// on every machine.
class ColumnMatrix {
 public:
  ColumnMatrix() = default;  ///< 0 x 0
  explicit ColumnMatrix(const MatrixXd& matrix);

  Eigen::Index rows() const { return rows_; }
  Eigen::Index cols() const { return columns_; }

  /// result += matrix x.
  /// @param x cols() numbers, @param result rows() numbers elsewhere
  void add_product(const double* x, double* result) const noexcept;

  /// The same for kLaneCount vectors at once, a vector a lane. Columns where all of them are 0 cost
  /// next to nothing.
  void add_products(const LaneArray* x, LaneArray* result) const;

 private:
  Eigen::Index rows_ = 0, columns_ = 0;
  std::vector<LaneArray> blocks_;  ///< kLaneCount rows of a column each; columns of a block follow
};

}  // namespace raftup
