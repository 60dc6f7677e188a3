#include "solver/linear/block_ldlt.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {

namespace {

/// Gauss elimination of a block row in itself.
/// @returns the number of rows with a positive pivot before the first without
[[gnu::always_inline]] inline std::size_t eliminate_block_row(LaneArray* block_row,
                                                              std::size_t rows, std::size_t blocks,
                                                              LaneArray& inverse_pivots) {
  for (std::size_t r = 0; r < rows; ++r) {
    const double pivot = block_row[r][r];
    if (!(pivot > 0.0)) return r;
    inverse_pivots[r] = 1.0 / pivot;
    for (std::size_t s = r + 1; s < rows; ++s) {
      const double factor = block_row[r][s] * inverse_pivots[r];
      for (std::size_t b = 0; b < blocks; ++b) {
        LaneArray* block = block_row + b * rows;
        block[s].lanes() -= block[r].lanes() * factor;
      }
    }
  }
  return rows;
}

/// target -= left^T D^-1 right, left and right blocks of one eliminated block row.
[[gnu::always_inline]] inline void subtract_product(LaneArray* target, std::size_t target_rows,
                                                    const LaneArray* left, const LaneArray* right,
                                                    const LaneArray& inverse_pivots,
                                                    std::size_t rows) {
  for (std::size_t t = 0; t < target_rows; ++t) {
    Lanes sum = target[t].lanes();
    for (std::size_t r = 0; r < rows; ++r) {
      sum -= right[r].lanes() * (left[r][t] * inverse_pivots[r]);
    }
    target[t].lanes() = sum;
  }
}

/// Takes what an eliminated block row leaves from all later ones.
[[gnu::always_inline]] inline void update_later_rows(const BlockPattern& pattern, std::size_t place,
                                                     const LaneArray& inverse_pivots,
                                                     LaneArray* matrix) {
  const std::size_t* columns = pattern.columns.data() + pattern.first[place];
  const std::size_t blocks = pattern.first[place + 1] - pattern.first[place];
  const std::size_t rows = pattern.rows[place];
  const LaneArray* block_row = matrix + pattern.offset[place];
  for (std::size_t a = 1; a < blocks; ++a) {
    const std::size_t later = columns[a], later_rows = pattern.rows[later];
    const std::size_t* column = pattern.columns.data() + pattern.first[later];
    LaneArray* target = matrix + pattern.offset[later];
    for (std::size_t b = a; b < blocks; ++b) {
      for (; *column != columns[b]; ++column) target += later_rows;
      subtract_product(target, later_rows, block_row + a * rows, block_row + b * rows,
                       inverse_pivots, rows);
    }
  }
}

[[gnu::always_inline]] inline void regularise_blocks(const BlockPattern& pattern,
                                                     const BlockValues& matrix,
                                                     const BlockVector& sigma,
                                                     const BlockVector& active,
                                                     BlockValues& result) {
  for (std::size_t place = 0; place < pattern.block_count(); ++place) {
    const std::size_t rows = pattern.rows[place];
    const LaneArray* from = matrix.data() + pattern.offset[place];
    LaneArray* to = result.data() + pattern.offset[place];
    for (std::size_t c = pattern.first[place]; c < pattern.first[place + 1]; ++c) {
      const Lanes columns = active[pattern.columns[c]].lanes();
      for (std::size_t r = 0; r < rows; ++r) {
        (to++)->lanes() = (from++)->lanes() * columns * active[place][r];
      }
    }
    LaneArray* own = result.data() + pattern.offset[place];
    for (std::size_t r = 0; r < rows; ++r) {
      own[r][r] += active[place][r] * sigma[place][r] + (1.0 - active[place][r]);
    }
  }
}

}  // namespace

void regularise(const BlockPattern& pattern, const BlockValues& matrix, const BlockVector& sigma,
                const BlockVector& active, BlockValues& result) {
  at_full_width<regularise_blocks>(pattern, matrix, sigma, active, result);
}

namespace {

[[gnu::always_inline]] inline std::optional<BlockRow> factorise_blocks(
    const BlockPattern& pattern, BlockValues& matrix, BlockVector& inverse_pivots) {
  for (std::size_t place = 0; place < pattern.block_count(); ++place) {
    const std::size_t rows = pattern.rows[place];
    const std::size_t blocks = pattern.first[place + 1] - pattern.first[place];
    const std::size_t done = eliminate_block_row(matrix.data() + pattern.offset[place], rows,
                                                 blocks, inverse_pivots[place]);
    if (done < rows) return BlockRow{place, done};
    update_later_rows(pattern, place, inverse_pivots[place], matrix.data());
  }
  return std::nullopt;
}

}  // namespace

std::optional<BlockRow> factorise(const BlockPattern& pattern, BlockValues& matrix,
                                  BlockVector& inverse_pivots) {
  return at_full_width<factorise_blocks>(pattern, matrix, inverse_pivots);
}

namespace {

[[gnu::always_inline]] inline void solve_blocks(const BlockPattern& pattern,
                                                const BlockValues& factor,
                                                const BlockVector& inverse_pivots, BlockVector& x) {
  const std::size_t count = pattern.block_count();
  for (std::size_t place = 0; place < count; ++place) {
    const std::size_t rows = pattern.rows[place];
    const LaneArray* row = factor.data() + pattern.offset[place];
    LaneArray divided{};
    for (std::size_t r = 0; r < rows; ++r) {
      divided[r] = x[place][r] * inverse_pivots[place][r];
      x[place].lanes() -= row[r].lanes() * divided[r];
    }
    row += rows;
    for (std::size_t c = pattern.first[place] + 1; c < pattern.first[place + 1]; ++c) {
      Lanes& later = x[pattern.columns[c]].lanes();
      for (std::size_t r = 0; r < rows; ++r) later -= row[r].lanes() * divided[r];
      row += rows;
    }
    x[place] = divided;
  }
  for (std::size_t place = count; place-- > 0;) {
    const std::size_t rows = pattern.rows[place], first = pattern.first[place];
    const std::size_t blocks = pattern.first[place + 1] - first;
    const LaneArray* block_row = factor.data() + pattern.offset[place];
    for (std::size_t r = rows; r-- > 0;) {
      double sum = 0.0;
      for (std::size_t s = r + 1; s < rows; ++s) sum += block_row[r][s] * x[place][s];
      Lanes products{};
      for (std::size_t b = 1; b < blocks; ++b) {
        products += block_row[b * rows + r].lanes() * x[pattern.columns[first + b]].lanes();
      }
      x[place][r] -= (sum + fold(products)) * inverse_pivots[place][r];
    }
  }
}

}  // namespace

void solve(const BlockPattern& pattern, const BlockValues& factor,
           const BlockVector& inverse_pivots, BlockVector& x) {
  at_full_width<solve_blocks>(pattern, factor, inverse_pivots, x);
}

namespace {

[[gnu::always_inline]] inline void multiply_blocks(const BlockPattern& pattern,
                                                   const BlockValues& matrix, const BlockVector& x,
                                                   BlockVector& result) {
  std::fill(result.begin(), result.end(), LaneArray{});
  for (std::size_t place = 0; place < pattern.block_count(); ++place) {
    const std::size_t rows = pattern.rows[place], first = pattern.first[place];
    const std::size_t blocks = pattern.first[place + 1] - first;
    const LaneArray* block_row = matrix.data() + pattern.offset[place];
    for (std::size_t r = 0; r < rows; ++r) {
      Lanes products = block_row[r].lanes() * x[place].lanes();
      for (std::size_t b = 1; b < blocks; ++b) {
        const LaneArray& row = block_row[b * rows + r];
        const std::size_t later = pattern.columns[first + b];
        products += row.lanes() * x[later].lanes();
        result[later].lanes() += row.lanes() * x[place][r];
      }
      result[place][r] += fold(products);
    }
  }
}

}  // namespace

void multiply(const BlockPattern& pattern, const BlockValues& matrix, const BlockVector& x,
              BlockVector& result) {
  at_full_width<multiply_blocks>(pattern, matrix, x, result);
}

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
