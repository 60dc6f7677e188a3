/// @file Products of matrices with vectors. Every sum runs in fixed lanes that are added in a fixed
///         order, so that results are bit for bit the same on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup {

/// A small constant matrix for repeated products with vectors. It is stored by columns in whole
/// SIMD blocks, so that no lanes have to be added up. Sums run over the columns in their order, so
/// that results are bit for bit the same on every machine.
class ColumnMatrix {
 public:
  ColumnMatrix() = default;  ///< a matrix with 0 rows and columns
  explicit ColumnMatrix(const MatrixXd& matrix);

  Eigen::Index rows() const { return rows_; }
  Eigen::Index cols() const { return columns_; }

  /// Adds the product matrix * x to `result`.
  /// @param x      cols() numbers
  /// @param result rows() numbers that do not overlap x
  void add_product(const double* x, double* result) const noexcept;

  /// Adds the products of the matrix with kLaneCount vectors at once to `result`; each lane is one
  /// vector. Columns for which all vectors are 0 cost almost nothing.
  void add_products(const LaneArray* x, LaneArray* result) const;

 private:
  Eigen::Index rows_ = 0, columns_ = 0;
  /// kLaneCount rows of one column each; the columns of the same rows follow one another.
  std::vector<LaneArray> blocks_;
};

/// Number of lanes of the sums in row_product(). Each sum of a row runs in this number of lanes,
/// which are added in a fixed order. Wider vector registers therefore change the speed, but not the
/// result.
inline constexpr std::size_t kLanes = 16;

/// Computes result[r] = sum over c of matrix[r * stride + c] * vector[c] for r < rows, c < columns.
/// Products and sums are of double.
/// @param stride distance between two rows of `matrix`, >= columns
void row_product(const double* matrix, std::size_t rows, std::size_t stride, const double* vector,
                 std::size_t columns, double* result) noexcept;
void row_product(const float* matrix, std::size_t rows, std::size_t stride, const double* vector,
                 std::size_t columns, double* result) noexcept;

/// Computes the products of two matrices with one vector in one pass over the vector. The results
/// are bit for bit those of two calls of row_product(). Both matrices have the same shape and
/// stride.
void paired_row_product(const double* first_matrix, const double* second_matrix, std::size_t rows,
                        std::size_t stride, const double* vector, std::size_t columns,
                        double* first_result, double* second_result) noexcept;

/// Computes the products of one matrix with two vectors in one pass over the matrix, because the
/// time for a large matrix is that of reading it from memory. It is meant for a matrix that
/// changes, so that a special storage format is not worth its cost. Blocks of columns, of the width
/// column_block(), are summed separately, column after column. The results are bit for bit the same
/// on every machine, and the same as those of Eigen's product.
/// @param first_result  product of the matrix with `first`; resized
/// @param second_sums   products of each block of columns with `second`, one column per block;
///         their sum from left to right is the product of the matrix with `second`; resized
void twin_products(const MatrixXd& matrix, const VectorXd& first, const VectorXd& second,
                   VectorXd& first_result, MatrixXd& second_sums);

/// Returns the number of columns that twin_products() sums at once: all columns, or a block small
/// enough for the cache of the processor.
constexpr Eigen::Index column_block(Eigen::Index rows, Eigen::Index columns) {
  constexpr Eigen::Index kWhole = 128, kLongColumn = 4000;
  if (columns < kWhole) return columns;
  return rows < kLongColumn ? 16 : 4;
}

/// Six rows and kLaneCount columns of a matrix, row after row. A matrix of six rows is stored as a
/// sequence of such blocks, so that it is read from memory as one stream.
using SixRows = std::array<LaneArray, 6>;

/// Converts a matrix to blocks: first those of its first six rows, then those of the next six, and
/// so on.
/// @param matrix its number of rows is a multiple of 6, its number of columns a multiple of
///         kLaneCount
std::vector<SixRows> six_row_blocks(const RowMajorMatrix& matrix);

/// Adds the products of a matrix of six rows with two vectors to two results, in one pass over the
/// matrix, because the time for a large matrix is that of reading it from memory. Lanes are summed
/// over the columns, then added in their order, so that results are bit for bit the same on every
/// machine.
/// @param matrix        `blocks` blocks of six rows
/// @param first, second the vectors, `blocks` SIMD blocks each
void add_shared_products(const SixRows* matrix, const LaneArray* first, const LaneArray* second,
                         std::size_t blocks, double* first_result, double* second_result) noexcept;

}  // namespace raftup
