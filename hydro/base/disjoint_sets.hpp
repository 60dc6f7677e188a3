#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace raftup {

/// Sets of the numbers 0 to count - 1, each by itself until links join them; the label of a set is
/// its least number, in whatever order links came.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : label_(count) {
    std::iota(label_.begin(), label_.end(), std::size_t{0});
  }

  void link(std::size_t one, std::size_t other) {
    const std::size_t a = label(one);
    const std::size_t b = label(other);
    label_[std::max(a, b)] = std::min(a, b);
  }

  std::size_t label(std::size_t number) {
    while (label_[number] != number) number = label_[number] = label_[label_[number]];
    return number;
  }

  /// Of every number.
  const std::vector<std::size_t>& labels() {
    for (std::size_t& of : label_) of = label(of);
    return label_;
  }

 private:
  std::vector<std::size_t> label_;
};

}  // namespace raftup
