#pragma once

#include "solver/numerics/linear/block_ldlt.hpp"

namespace raftup::solver {

/// LU factorization of a nonsymmetric matrix of 6 x 6 blocks whose pattern of blocks is symmetric,
/// over a BlockPattern. Pivots are selected only inside the blocks of the diagonal, so that the
/// order of blocks with little fill can be kept. It is for matrices that are nearly positive
/// definite, and the caller must check the solutions. Sums are computed in a fixed order, the same
/// on every machine.
/// Call order: analyze() once for a structure; for each matrix clear(), fill by at(), factorize(),
/// solve() any number of times. Not thread-safe.
class BlockLu {
 public:
  static constexpr std::size_t kRows = 6;
  /// The rows of a block; unused lanes are 0.
  using Block = std::array<LaneArray, kRows>;

  BlockLu() = default;
  BlockLu(const BlockLu&) = delete;
  BlockLu& operator=(const BlockLu&) = delete;
  BlockLu(BlockLu&&) = default;  // its blocks stay where they are
  BlockLu& operator=(BlockLu&&) = default;
  ~BlockLu() = default;

  /// Determines the order of elimination and allocates the blocks.
  /// @param couplings pairs of blocks between which the matrix is not zero, in any order
  void analyze(std::size_t block_count,
               const std::vector<std::pair<std::size_t, std::size_t>>& couplings);

  /// Sets the matrix to 0.
  void clear();

  /// Returns the block in a row and a column of blocks, by their numbers in analyze(). The block
  /// must be among the couplings or on the diagonal.
  Block& at(std::size_t row, std::size_t column);

  /// Factorizes the matrix in place.
  /// @returns true if a pivot was found for every row
  bool factorize();

  /// Replaces x, with one entry for each block, by A^-1 x.
  void solve(std::vector<LaneArray>& x) const;

 private:
  bool factorize_blocks();
  void solve_blocks(std::vector<LaneArray>& x) const;

  BlockPattern pattern_;
  /// The blocks on the diagonal and to the right of it, in the order of `pattern_.columns`, and the
  /// blocks below it.
  std::vector<Block> upper_, lower_;
  /// For each place and each pair of later places coupled with it, the block from which the
  /// elimination of the place subtracts.
  std::vector<Block*> targets_;
  std::vector<std::size_t> first_target_;  ///< for each place, index of its first block in targets_
  mutable std::vector<LaneArray> y_;       ///< scratch
};

}  // namespace raftup::solver
