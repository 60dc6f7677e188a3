#include "solver/linear/block_pattern.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

namespace raftup::solver {

namespace {

using Couplings = std::vector<std::pair<std::size_t, std::size_t>>;

/// Blocks in their order of elimination.
std::vector<std::size_t> order_blocks(std::size_t count, const Couplings& couplings) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < count; ++i) {
    entries.emplace_back(static_cast<int>(i), static_cast<int>(i), 1.0);
  }
  for (const auto& [i, j] : couplings) {
    entries.emplace_back(static_cast<int>(i), static_cast<int>(j), 1.0);
  }
  const auto size = static_cast<Eigen::Index>(count);
  Eigen::SparseMatrix<double> graph(size, size);
  graph.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> eliminated;
  Eigen::AMDOrdering<int>()(graph, eliminated);
  return {eliminated.indices().begin(), eliminated.indices().end()};
}

void sort_unique(std::vector<std::size_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
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
