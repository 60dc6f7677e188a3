/// @file Products of matrices with vectors. Every sum runs in fixed lanes that are folded in a
/// fixed order: the same bits on every machine.
#pragma once

#include <array>
#include <cstddef>
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

/// Row-major matrix-vector products whose bits do not depend on the machine: every sum runs in
/// kLanes fixed lanes that are folded in a fixed order, so a wider instruction set changes the
/// speed and nothing else.
inline constexpr std::size_t kLanes = 16;

/// result[r] = sum over c of matrix[r * stride + c] * vector[c], r < rows, c < columns.
/// @param stride distance between two rows of `matrix`, >= columns
void row_product(const double* matrix, std::size_t rows, std::size_t stride, const double* vector,
                 std::size_t columns, double* result) noexcept;

/// Two products with one vector in one pass over it: the same bits as two calls of row_product.
/// Both matrices have the same shape and stride.
void paired_row_product(const double* first_matrix, const double* second_matrix, std::size_t rows,
                        std::size_t stride, const double* vector, std::size_t columns,
                        double* first_result, double* second_result) noexcept;

/// Two products of one matrix that changes, so that it is not worth its own layout, in one pass
/// over it: large matrices cost the time in which they are fetched. Each block of columns, those
/// that column_block() says, is summed on its own, column after column: the same bits on every
/// machine, and those of Eigen's product.
/// @param first_result  matrix first; sized here
/// @param second_sums   of matrix second a column for each block: its product is their sum, from
///                      left to right; sized here
void twin_products(const MatrixXd& matrix, const VectorXd& first, const VectorXd& second,
                   VectorXd& first_result, MatrixXd& second_sums);

/// Columns that are summed at once: all of them, or blocks that stay near the processor.
constexpr Eigen::Index column_block(Eigen::Index rows, Eigen::Index columns) {
  constexpr Eigen::Index kWhole = 128, kLongColumn = 4000;
  if (columns < kWhole) return columns;
  return rows < kLongColumn ? 16 : 4;
}

/// A matrix of 6 rows in blocks of kLaneCount columns: block after block, in each row after row, so
/// that it is fetched as one stream.
using SixRows = std::array<LaneArray, 6>;

/// A matrix in such blocks: those of its first six rows, then those of the next six, ...
/// @param matrix rows in sixes, columns in whole blocks
std::vector<SixRows> six_row_blocks(const RowMajorMatrix& matrix);

/// Adds the products of a matrix of six rows with two vectors to two results, in one pass: large
/// matrices cost the time in which they are fetched. Lanes are summed over the columns, then folded
/// in their order: the same bits on every machine.
/// @param matrix `blocks` blocks; first and second as many
void add_shared_products(const SixRows* matrix, const LaneArray* first, const LaneArray* second,
                         std::size_t blocks, double* first_result, double* second_result) noexcept;

}  // namespace raftup
