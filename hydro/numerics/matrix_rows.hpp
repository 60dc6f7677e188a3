#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup {

/// A series of square matrices as one table: row k is the k-th matrix flattened row by row. Sums
/// over the series then are products with the table.
inline Eigen::Map<const RowMajorMatrix> matrix_of_row(const RowMajorMatrix& table, Eigen::Index row,
                                                      Eigen::Index size) {
  return {table.data() + row * table.cols(), size, size};
}

inline Eigen::Map<RowMajorMatrix> matrix_of_row(RowMajorMatrix& table, Eigen::Index row,
                                                Eigen::Index size) {
  return {table.data() + row * table.cols(), size, size};
}

/// The square matrix that a weighted sum of rows flattens to.
inline MatrixXd weighted_matrix(const RowMajorMatrix& table, const VectorXd& weights,
                                Eigen::Index size) {
  const Eigen::RowVectorXd sum = weights.transpose() * table;
  return Eigen::Map<const RowMajorMatrix>(sum.data(), size, size);
}

}  // namespace raftup
