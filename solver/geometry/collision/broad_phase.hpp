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

/// Finds boxes that overlap, by sweep and prune along x. It keeps the order along x, so that a step
/// costs little if little moves; the result does not depend on that order.
class BroadPhase {
 public:
  /// An object without boxes.
  BroadPhase() = default;
  /// @param groups group of each box; boxes of the same group are never paired
  explicit BroadPhase(std::vector<std::size_t> groups) : groups_(std::move(groups)) {}

  /// Pairs of boxes that overlap, sorted. The caller enlarges the boxes by the margin and by the
  /// distance that they may move [m].
  /// @param boxes at most as many as there are groups
  const std::vector<IndexPair>& overlapping_pairs(std::span<const Bounds> boxes);

 private:
  std::vector<std::size_t> groups_;
  std::vector<std::size_t> order_;  // by low x, then by index
  std::vector<IndexPair> pairs_;
};

}  // namespace raftup::solver
