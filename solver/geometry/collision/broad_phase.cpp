#include "solver/geometry/collision/broad_phase.hpp"

#include <algorithm>

namespace raftup::solver {

const std::vector<IndexPair>& BroadPhase::overlapping_pairs(std::span<const Bounds> boxes) {
  const auto before = [&](std::size_t a, std::size_t b) {
    const double low_a = boxes[a].low.x();
    const double low_b = boxes[b].low.x();
    return low_a != low_b ? low_a < low_b : a < b;
  };
  if (order_.size() != boxes.size()) {
    order_.resize(boxes.size());
    for (std::size_t k = 0; k < order_.size(); ++k) order_[k] = k;
    std::sort(order_.begin(), order_.end(), before);
  }
  for (std::size_t k = 1; k < order_.size(); ++k) {  // by insertion: all but sorted already
    const std::size_t index = order_[k];
    std::size_t place = k;
    for (; place > 0 && before(index, order_[place - 1]); --place)
      order_[place] = order_[place - 1];
    order_[place] = index;
  }
  pairs_.clear();
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const std::size_t one = order_[k];
    const Bounds& box = boxes[one];
    for (std::size_t next = k + 1;
         next < order_.size() && boxes[order_[next]].low.x() <= box.high.x(); ++next) {
      const std::size_t two = order_[next];
      if (groups_[one] == groups_[two] || !box.overlaps(boxes[two])) continue;
      pairs_.push_back({std::min(one, two), std::max(one, two)});
    }
  }
  std::sort(pairs_.begin(), pairs_.end());
  return pairs_;
}

}  // namespace raftup::solver
