#include "solver/geometry/collision/aabb_tree.hpp"

#include <algorithm>

namespace raftup::solver {

namespace {

constexpr std::size_t kMostInLeaf = 4;

}  // namespace

AabbTree::AabbTree(std::span<const Bounds> boxes)
    : boxes_(boxes.begin(), boxes.end()), order_(boxes.size()) {
  for (std::size_t k = 0; k < order_.size(); ++k) order_[k] = k;
  if (!order_.empty()) build(0, order_.size());
}

Bounds AabbTree::around(std::size_t begin, std::size_t end) const {
  Bounds box;
  for (std::size_t k = begin; k < end; ++k) box.include(boxes_[order_[k]]);
  return box;
}

std::size_t AabbTree::build(std::size_t begin, std::size_t end) {
  const std::size_t index = nodes_.size();
  nodes_.push_back({around(begin, end), begin, end, true});
  if (end - begin <= kMostInLeaf) return index;
  Bounds centers;
  for (std::size_t k = begin; k < end; ++k) centers.include(boxes_[order_[k]].center());
  Eigen::Index axis = 0;
  (centers.high - centers.low).maxCoeff(&axis);
  const std::size_t middle = begin + (end - begin) / 2;
  const auto at = [&](std::size_t k) { return order_.begin() + static_cast<std::ptrdiff_t>(k); };
  std::nth_element(at(begin), at(middle), at(end), [&](std::size_t a, std::size_t b) {
    const double center_a = boxes_[a].center()[axis];
    const double center_b = boxes_[b].center()[axis];
    return center_a != center_b ? center_a < center_b : a < b;
  });
  const std::size_t left = build(begin, middle);
  const std::size_t right = build(middle, end);
  nodes_[index].left = left;
  nodes_[index].right = right;
  nodes_[index].leaf = false;
  return index;
}

void AabbTree::add_overlapping(const Bounds& box, std::vector<std::size_t>& indices) const {
  if (nodes_.empty()) return;
  const auto first = static_cast<std::ptrdiff_t>(indices.size());
  std::vector<std::size_t> open{0};
  while (!open.empty()) {
    const Node& node = nodes_[open.back()];
    open.pop_back();
    if (!node.box.overlaps(box)) continue;
    if (!node.leaf) {
      open.push_back(node.left);
      open.push_back(node.right);
      continue;
    }
    for (std::size_t k = node.left; k < node.right; ++k) {
      if (boxes_[order_[k]].overlaps(box)) indices.push_back(order_[k]);
    }
  }
  std::sort(indices.begin() + first, indices.end());
}

}  // namespace raftup::solver
