#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solver/geometry/collision/bounds.hpp"

namespace raftup::solver {

/// A binary tree of axis-aligned boxes that finds the boxes which overlap a given box. Each node
/// divides its boxes at the middle of the longest side of the box around their centers.
class AabbTree {
 public:
  AabbTree() = default;
  explicit AabbTree(std::span<const Bounds> boxes);

  /// Appends the indices of the boxes that overlap `box`, in ascending order.
  void add_overlapping(const Bounds& box, std::vector<std::size_t>& indices) const;

 private:
  struct Node {
    Bounds box;
    std::size_t left, right;  // nodes; of a leaf: places in order_, from and behind the last
    bool leaf;
  };

  std::size_t build(std::size_t begin, std::size_t end);
  Bounds around(std::size_t begin, std::size_t end) const;

  std::vector<Bounds> boxes_;
  std::vector<std::size_t> order_;  // indices of boxes, those of a leaf side by side
  std::vector<Node> nodes_;
};

}  // namespace raftup::solver
