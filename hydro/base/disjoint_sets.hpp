#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace raftup {

/// A partition of the numbers 0 to count - 1 into disjoint sets. At first each number is a set of
/// its own; link() joins sets. The label of a set is its smallest number, whatever the order of the
/// links.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : label_(count) {
    std::iota(label_.begin(), label_.end(), std::size_t{0});
  }

  /// Joins the sets that contain two numbers.
  void link(std::size_t one, std::size_t other) {
    const std::size_t a = label(one);
    const std::size_t b = label(other);
    label_[std::max(a, b)] = std::min(a, b);
  }

  /// Returns the label of the set that contains a number.
  std::size_t label(std::size_t number) {
    while (label_[number] != number) number = label_[number] = label_[label_[number]];
    return number;
  }

  /// Returns the labels of the sets of all numbers.
  const std::vector<std::size_t>& labels() {
    for (std::size_t& of : label_) of = label(of);
    return label_;
  }

 private:
  std::vector<std::size_t> label_;
};

}  // namespace raftup
