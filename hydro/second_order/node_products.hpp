#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Returns the real form S of T, with v = (Re b_1, Im b_1, Re b_2, ...):
///   Re b^T T b* = v^T [R J; -J R] v, T = R + i J;  Re b^T T b = v^T [R -J; -J -R] v.
/// @param sum true for Re b^T T b
MatrixXd real_form(const MatrixXcd& T, bool sum);

/// A real symmetric banded matrix for products with three vectors at once. It is stored in blocks
/// of kLaneCount rows; each block has the columns from the first to the last that is not zero.
class BandedBlocks {
 public:
  BandedBlocks() = default;  ///< a matrix of zeros
  explicit BandedBlocks(const MatrixXd& symmetric);

  bool is_zero() const { return values_.empty(); }

  /// Computes products[n] = S vectors[n] for the matrix S. Every sum is in the order of the
  /// columns, so that the result is bit for bit the same on every machine.
  /// @param vectors  vectors in whole SIMD blocks, zero beyond the last row
  /// @param products receive the results; they are resized
  void multiply(const std::array<std::vector<LaneArray>, 3>& vectors,
                std::array<std::vector<LaneArray>, 3>& products) const;

 private:
  struct Rows {
    std::size_t first_value, first_column, column_count;
  };

  std::vector<Rows> rows_;  ///< the columns of each block of rows
  /// The values, block after block, and in a block column after column.
  std::vector<LaneArray> values_;
};

/// Returns the scalar product a^T b of two vectors in SIMD blocks, summed lane by lane and then
/// over the lanes.
double dot(const std::vector<LaneArray>& a, const std::vector<LaneArray>& b);

}  // namespace raftup::hydro
