#pragma once

#include <optional>

#include "hydro/numerics/lanes.hpp"
#include "solver/linear/block_pattern.hpp"

namespace raftup::solver {

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
void regularise(const BlockPattern& pattern, const BlockValues& matrix, const BlockVector& sigma,
                const BlockVector& active, BlockValues& result);

/// Replaces a matrix by its factor U^T D^-1 U, U upper triangular with diagonal D. Sums run in a
/// fixed order, the same on every machine.
/// @param inverse_pivots 1/D
/// @returns the first row whose pivot is not positive, none where the matrix is positive definite
std::optional<BlockRow> factorise(const BlockPattern& pattern, BlockValues& matrix,
                                  BlockVector& inverse_pivots);

/// Replaces x by (U^T D^-1 U)^-1 x.
void solve(const BlockPattern& pattern, const BlockValues& factor,
           const BlockVector& inverse_pivots, BlockVector& x);

/// result = matrix x.
void multiply(const BlockPattern& pattern, const BlockValues& matrix, const BlockVector& x,
              BlockVector& result);

}  // namespace raftup::solver
