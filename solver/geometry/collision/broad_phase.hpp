#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "solver/geometry/collision/bounds.hpp"

namespace raftup::solver {

/// Indices of two boxes, the smaller first.
using IndexPair = std::array<std::size_t, 2>;

/// Finds the boxes that overlap by sweep and prune along x. It remembers the order along x, so that
/// a step costs little where little moves; what it finds does not depend on that.
class BroadPhase {
 public:
  /// Without boxes.
  BroadPhase() = default;
  /// @param groups one of each box: those of the same do not meet
  explicit BroadPhase(std::vector<std::size_t> groups) : groups_(std::move(groups)) {}

  /// Pairs of boxes that overlap, sorted. Grow the boxes before by the margin and by what they may
  /// move.
  /// @param boxes no more than there are groups
  const std::vector<IndexPair>& overlapping_pairs(std::span<const Bounds> boxes);

 private:
  std::vector<std::size_t> groups_;
  std::vector<std::size_t> order_;  // by low x, then by index
  std::vector<IndexPair> pairs_;
};

}  // namespace raftup::solver
