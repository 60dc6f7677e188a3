#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "hydro/numerics/lanes.hpp"

namespace raftup::solver {

/// The storage of a symmetric block-sparse matrix and of its factor. It contains the blocks of the
/// upper triangle, including fill, in an order of elimination with little fill. The index of a
/// block in that order is its `place`. Each row of a block is one LaneArray; the blocks of a block
/// row are stored one after another.
struct BlockPattern {
  std::vector<std::size_t> place_of;  ///< for each block, its place
  std::vector<std::size_t> rows;  ///< for each place, number of rows of its block, <= kLaneCount
  /// For each block row, the places of its blocks: its own, then later ones.
  std::vector<std::size_t> columns;
  /// For each place, its first index in `columns`; one more entry at the end.
  std::vector<std::size_t> first;
  /// For each place, offset of its block row in storage; one more entry at the end.
  std::vector<std::size_t> offset;

  std::size_t block_count() const { return rows.size(); }
  std::size_t storage_size() const { return offset.back(); }

  /// Offset of a block in storage. `row` <= `column` are places, and the block must exist in the
  /// pattern.
  std::size_t offset_of(std::size_t row, std::size_t column) const;
};

/// Determines the pattern of a symmetric block-sparse matrix.
/// @param block_rows number of rows of each block
/// @param couplings  pairs of blocks between which the matrix is not zero, in any order
/// @source approximate minimum degree: Amestoy, Davis and Duff (1996)
BlockPattern analyze_blocks(const std::vector<std::size_t>& block_rows,
                            const std::vector<std::pair<std::size_t, std::size_t>>& couplings);

/// A symmetric matrix over a BlockPattern: its upper triangle; unused lanes are 0.
using BlockValues = std::vector<LaneArray>;
/// A vector over a BlockPattern: one LaneArray for each place; unused lanes are 0.
using BlockVector = std::vector<LaneArray>;

/// One row of a matrix over a BlockPattern: the place of its block, and the row in the block.
struct BlockRow {
  std::size_t place, row;
};

/// Computes result = matrix + diag(sigma) in the rows and columns where `active` is 1, and the
/// identity matrix where `active` is 0.
void regularize(const BlockPattern& pattern, const BlockValues& matrix, const BlockVector& sigma,
                const BlockVector& active, BlockValues& result);

/// Replaces a matrix by its factor U^T D^-1 U, with U upper triangular with diagonal D. Sums are
/// computed in a fixed order, the same on every machine.
/// @param inverse_pivots receives 1/D
/// @returns the first row whose pivot is not positive; nothing if the matrix is positive definite
std::optional<BlockRow> factorize(const BlockPattern& pattern, BlockValues& matrix,
                                  BlockVector& inverse_pivots);

/// Solves in place: replaces x by (U^T D^-1 U)^-1 x.
void solve(const BlockPattern& pattern, const BlockValues& factor,
           const BlockVector& inverse_pivots, BlockVector& x);

/// Computes result = matrix x.
void multiply(const BlockPattern& pattern, const BlockValues& matrix, const BlockVector& x,
              BlockVector& result);

}  // namespace raftup::solver
