#pragma once

#include "solver/numerics/linear/block_ldlt.hpp"

namespace raftup::solver {

/// LU factorisation of a matrix without symmetry whose blocks of 6 x 6 stand symmetrically, over a
/// BlockPattern: pivots are looked for inside the blocks of the diagonal, in the order that keeps
/// fill small. For matrices near enough to positive definite ones, whose solutions the caller
/// checks. Sums run in a fixed order, the same on every machine.
/// Call order: analyze() once per structure; per matrix clear(), add(), factorize(), solve() any
/// number of times. Not thread-safe.
class BlockLu {
 public:
  static constexpr std::size_t kRows = 6;
  /// Its rows; unused lanes 0.
  using Block = std::array<LaneArray, kRows>;

  BlockLu() = default;
  BlockLu(const BlockLu&) = delete;
  BlockLu& operator=(const BlockLu&) = delete;
  BlockLu(BlockLu&&) = default;  // its blocks stay where they are
  BlockLu& operator=(BlockLu&&) = default;
  ~BlockLu() = default;

  /// @param couplings pairs of blocks between which the matrix is not zero, in any order
  void analyze(std::size_t block_count,
               const std::vector<std::pair<std::size_t, std::size_t>>& couplings);

  void clear();

  /// The block that a row of blocks has in a column, both of the caller's numbers; it must be among
  /// the couplings or on the diagonal.
  Block& at(std::size_t row, std::size_t column);

  /// Factorizes the matrix.
  /// @returns true if a pivot was found for every row
  bool factorize();

  /// Replaces x, one entry for each block, by A^-1 x.
  void solve(std::vector<LaneArray>& x) const;

 private:
  bool factorize_blocks();
  void solve_blocks(std::vector<LaneArray>& x) const;

  BlockPattern pattern_;
  /// The blocks on the diagonal and to the right of it, in the order of `pattern_.columns`, and the
  /// blocks below it.
  std::vector<Block> upper_, lower_;
  /// For each place and each pair of later places coupled with it: the block from which its
  /// elimination subtracts.
  std::vector<Block*> targets_;
  std::vector<std::size_t> first_target_;  ///< by place
  mutable std::vector<LaneArray> y_;       ///< scratch
};

}  // namespace raftup::solver
