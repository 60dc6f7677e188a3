#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "hydro/numerics/lanes.hpp"

namespace raftup::solver {

/// The storage of a symmetric block-sparse matrix and of its factor: the blocks of the upper
/// triangle, including fill, in an order of elimination that keeps fill small. The index of a block
/// in that order is its `place`. Each row of a block is one LaneArray; the blocks of a block row
/// are stored one after another.
struct BlockPattern {
  std::vector<std::size_t> place_of;  ///< by block
  std::vector<std::size_t> rows;      ///< of the block at a place, <= kLaneCount
  std::vector<std::size_t> columns;   ///< of each block row: its own place, then later ones
  std::vector<std::size_t> first;     ///< by place, into `columns`; one more at the end
  std::vector<std::size_t> offset;    ///< by place, of its rows in storage; one more at the end

  std::size_t block_count() const { return rows.size(); }
  std::size_t storage_size() const { return offset.back(); }

  /// Offset of a block in storage. `row` <= `column` are places, and the block must exist.
  std::size_t offset_of(std::size_t row, std::size_t column) const;
};

/// @param block_rows number of rows of each block
/// @param couplings  pairs of blocks between which the matrix is not zero, in any order
/// @source approximate minimum degree: Amestoy, Davis and Duff (1996)
BlockPattern analyze_blocks(const std::vector<std::size_t>& block_rows,
                            const std::vector<std::pair<std::size_t, std::size_t>>& couplings);

/// A symmetric matrix over a BlockPattern: its upper triangle, unused lanes 0.
using BlockValues = std::vector<LaneArray>;
/// A vector over a BlockPattern: one LaneArray per place, unused lanes 0.
using BlockVector = std::vector<LaneArray>;

/// A row of a matrix over a BlockPattern.
struct BlockRow {
  std::size_t place, row;
};

/// result = matrix + diag(sigma) where `active` is 1, the unit matrix in the rows and columns where
/// it is 0.
void regularize(const BlockPattern& pattern, const BlockValues& matrix, const BlockVector& sigma,
                const BlockVector& active, BlockValues& result);

/// Replaces a matrix by its factor U^T D^-1 U, U upper triangular with diagonal D. Sums run in a
/// fixed order, the same on every machine.
/// @param inverse_pivots 1/D
/// @returns the first row whose pivot is not positive, none where the matrix is positive definite
std::optional<BlockRow> factorize(const BlockPattern& pattern, BlockValues& matrix,
                                  BlockVector& inverse_pivots);

/// Replaces x by (U^T D^-1 U)^-1 x.
void solve(const BlockPattern& pattern, const BlockValues& factor,
           const BlockVector& inverse_pivots, BlockVector& x);

/// result = matrix x.
void multiply(const BlockPattern& pattern, const BlockValues& matrix, const BlockVector& x,
              BlockVector& result);

}  // namespace raftup::solver
