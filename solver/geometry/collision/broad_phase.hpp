#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "solver/geometry/collision/bounds.hpp"

namespace raftup::solver {

/// Indices of two overlapping boxes, the smaller index first.
using IndexPair = std::array<std::size_t, 2>;

/// Finds pairs of boxes that overlap, by sweep and prune along x. The order of the boxes along x is
/// stored, so that a step costs little if the boxes move little. The result does not depend on the
/// stored order.
class BroadPhase {
 public:
  /// Makes an object for no boxes.
  BroadPhase() = default;
  /// @param groups group of each box; boxes of the same group are never paired
  explicit BroadPhase(std::vector<std::size_t> groups) : groups_(std::move(groups)) {}

  /// Returns the pairs of boxes that overlap, sorted by index. The caller must enlarge the boxes by
  /// the margin and by the distance that they may move [m].
  /// @param boxes at most as many as there are groups
  const std::vector<IndexPair>& overlapping_pairs(std::span<const Bounds> boxes);

 private:
  std::vector<std::size_t> groups_;
  std::vector<std::size_t> order_;  // by low x, then by index
  std::vector<IndexPair> pairs_;
};

}  // namespace raftup::solver
