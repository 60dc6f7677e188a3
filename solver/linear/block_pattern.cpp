#include "solver/linear/block_pattern.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

namespace raftup::solver {

namespace {

using Couplings = std::vector<std::pair<std::size_t, std::size_t>>;

void sort_unique(std::vector<std::size_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Blocks that are coupled with one other at most, then those that are once these are gone, and so
/// on: whole trees. Eliminated first they fill nothing. In rounds, so that the ends of a chain take
/// turns: blocks that do not wait for each other stand side by side, and a processor works on both.
std::vector<std::size_t> peel_trees(const std::vector<std::vector<std::size_t>>& neighbours) {
  std::vector<std::size_t> degree, order;
  for (const auto& of_block : neighbours) degree.push_back(of_block.size());
  for (std::size_t i = 0; i < degree.size(); ++i) {
    if (degree[i] <= 1) order.push_back(i);
  }
  std::vector<bool> peeled(degree.size(), false);
  for (std::size_t next = 0; next < order.size(); ++next) {
    peeled[order[next]] = true;
    for (const std::size_t other : neighbours[order[next]]) {
      // The last two of a tree have each other, and both are in the order.
      if (!peeled[other] && degree[other]-- == 2) order.push_back(other);
    }
  }
  return order;
}

/// The blocks that are not `peeled`, in an order of little fill.
std::vector<std::size_t> order_rest(const std::vector<std::vector<std::size_t>>& neighbours,
                                    const std::vector<std::size_t>& peeled) {
  constexpr int kPeeled = -1;
  std::vector<int> index(neighbours.size(), 0);
  for (const std::size_t block : peeled) index[block] = kPeeled;
  std::vector<std::size_t> rest;
  for (std::size_t block = 0; block < index.size(); ++block) {
    if (index[block] == kPeeled) continue;
    index[block] = static_cast<int>(rest.size());
    rest.push_back(block);
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (const std::size_t block : rest) {
    entries.emplace_back(index[block], index[block], 1.0);
    for (const std::size_t other : neighbours[block]) {
      if (index[other] != kPeeled) entries.emplace_back(index[block], index[other], 1.0);
    }
  }
  const auto size = static_cast<Eigen::Index>(rest.size());
  Eigen::SparseMatrix<double> graph(size, size);
  graph.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> eliminated;
  Eigen::AMDOrdering<int>()(graph, eliminated);
  std::vector<std::size_t> order;
  for (const int i : eliminated.indices()) order.push_back(rest[static_cast<std::size_t>(i)]);
  return order;
}

/// Blocks in their order of elimination.
std::vector<std::size_t> order_blocks(std::size_t count, const Couplings& couplings) {
  std::vector<std::vector<std::size_t>> neighbours(count);
  for (const auto& [i, j] : couplings) {
    if (i == j) continue;
    neighbours[i].push_back(j);
    neighbours[j].push_back(i);
  }
  for (auto& of_block : neighbours) sort_unique(of_block);
  std::vector<std::size_t> order = peel_trees(neighbours);
  if (order.size() == count) return order;
  const std::vector<std::size_t> rest = order_rest(neighbours, order);
  order.insert(order.end(), rest.begin(), rest.end());
  return order;
}

/// Later places of every block row, fill included: a row passes its own on to the first of them.
std::vector<std::vector<std::size_t>> fill_in(const std::vector<std::size_t>& place_of,
                                              const Couplings& couplings) {
  std::vector<std::vector<std::size_t>> later(place_of.size());
  for (const auto& [i, j] : couplings) {
    const auto [row, column] = std::minmax(place_of[i], place_of[j]);
    if (row != column) later[row].push_back(column);
  }
  for (auto& columns : later) {
    sort_unique(columns);
    if (columns.empty()) continue;
    auto& parent = later[columns.front()];
    parent.insert(parent.end(), columns.begin() + 1, columns.end());
  }
  return later;
}

}  // namespace

std::size_t BlockPattern::offset_of(std::size_t row, std::size_t column) const {
  const auto begin = columns.begin() + static_cast<std::ptrdiff_t>(first[row]);
  const auto end = columns.begin() + static_cast<std::ptrdiff_t>(first[row + 1]);
  const auto found = std::lower_bound(begin, end, column);
  return offset[row] + rows[row] * static_cast<std::size_t>(found - begin);
}

BlockPattern analyse_blocks(const std::vector<std::size_t>& block_rows,
                            const Couplings& couplings) {
  const std::size_t count = block_rows.size();
  BlockPattern pattern{std::vector<std::size_t>(count), {}, {}, {0}, {0}};
  const std::vector<std::size_t> order = order_blocks(count, couplings);
  for (std::size_t place = 0; place < count; ++place) {
    pattern.place_of[order[place]] = place;
    pattern.rows.push_back(block_rows[order[place]]);
  }
  const auto later = fill_in(pattern.place_of, couplings);
  for (std::size_t place = 0; place < count; ++place) {
    pattern.columns.push_back(place);
    pattern.columns.insert(pattern.columns.end(), later[place].begin(), later[place].end());
    pattern.first.push_back(pattern.columns.size());
    pattern.offset.push_back(pattern.offset.back() +
                             pattern.rows[place] * (1 + later[place].size()));
  }
  return pattern;
}

}  // namespace raftup::solver
