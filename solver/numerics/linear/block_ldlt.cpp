#include "solver/numerics/linear/block_ldlt.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

#include "hydro/numerics/vector_width.hpp"
#include "solver/numerics/linear/split_lanes.hpp"

namespace raftup::solver {

namespace {

/// Gaussian elimination within a block row.
template <std::size_t kWidth, std::size_t kRows>
struct EliminateBlockRow {
  using Row = SplitLanes<kWidth>;

  /// @returns the number of rows with a positive pivot before the first row without one
  [[gnu::always_inline]] static std::size_t act(LaneArray* block_row, std::size_t blocks,
                                                LaneArray& inverse_pivots) {
    double factors[kRows][kRows];
    Row rows[kRows];
    for (std::size_t r = 0; r < kRows; ++r) rows[r].load(block_row[r]);
    for (std::size_t r = 0; r < kRows; ++r) {
      const double pivot = rows[r].lane(r);
      if (!(pivot > 0.0)) return r;
      const double inverse = 1.0 / pivot;
      inverse_pivots[r] = inverse;
      for (std::size_t s = r + 1; s < kRows; ++s) {
        factors[r][s] = rows[r].lane(s) * inverse;
        rows[s].subtract(rows[r], factors[r][s]);
      }
    }
    for (std::size_t r = 0; r < kRows; ++r) rows[r].store(block_row[r]);
    for (std::size_t b = 1; b < blocks; ++b) {
      LaneArray* block = block_row + b * kRows;
      for (std::size_t r = 0; r < kRows; ++r) rows[r].load(block[r]);
      for (std::size_t r = 0; r < kRows; ++r) {
        for (std::size_t s = r + 1; s < kRows; ++s) rows[s].subtract(rows[r], factors[r][s]);
      }
      for (std::size_t r = 0; r < kRows; ++r) rows[r].store(block[r]);
    }
    return kRows;
  }
};

/// Subtracts left^T D^-1 right from `target`, for blocks left and right of one eliminated row.
template <std::size_t kWidth, std::size_t kRows>
struct SubtractProduct {
  using Row = SplitLanes<kWidth>;

  [[gnu::always_inline]] static void act(LaneArray* target, std::size_t target_rows,
                                         const LaneArray* left, const LaneArray* right,
                                         const LaneArray& inverse_pivots) {
    Row rows[kRows];
    for (std::size_t r = 0; r < kRows; ++r) rows[r].load(right[r]);
    for (std::size_t t = 0; t < target_rows; ++t) {
      Row sum(target[t]);
      for (std::size_t r = 0; r < kRows; ++r) {
        sum.subtract(rows[r], left[r][t] * inverse_pivots[r]);
      }
      sum.store(target[t]);
    }
  }
};

/// Subtracts the contribution of an eliminated block row from all later block rows.
template <std::size_t kWidth>
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
      with_rows<SubtractProduct, kWidth>(rows, target, later_rows, block_row + a * rows,
                                         block_row + b * rows, inverse_pivots);
    }
  }
}

[[gnu::always_inline]] inline void regularize_blocks(const BlockPattern& pattern,
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

void regularize(const BlockPattern& pattern, const BlockValues& matrix, const BlockVector& sigma,
                const BlockVector& active, BlockValues& result) {
  at_full_width<regularize_blocks>(pattern, matrix, sigma, active, result);
}

namespace {

template <std::size_t kWidth>
[[gnu::always_inline]] inline std::optional<BlockRow> factorize_blocks(
    const BlockPattern& pattern, BlockValues& matrix, BlockVector& inverse_pivots) {
  for (std::size_t place = 0; place < pattern.block_count(); ++place) {
    const std::size_t rows = pattern.rows[place];
    const std::size_t blocks = pattern.first[place + 1] - pattern.first[place];
    const std::size_t done = with_rows<EliminateBlockRow, kWidth>(
        rows, matrix.data() + pattern.offset[place], blocks, inverse_pivots[place]);
    if (done < rows) return BlockRow{place, done};
    update_later_rows<kWidth>(pattern, place, inverse_pivots[place], matrix.data());
  }
  return std::nullopt;
}

}  // namespace

std::optional<BlockRow> factorize(const BlockPattern& pattern, BlockValues& matrix,
                                  BlockVector& inverse_pivots) {
  return at_full_width<factorize_blocks<8>, factorize_blocks<4>, factorize_blocks<2>>(
      pattern, matrix, inverse_pivots);
}

namespace {

/// Forward substitution for one block: divides its part of x by the pivots and subtracts its
/// contribution from later parts.
template <std::size_t kWidth, std::size_t kRows>
struct SolveForward {
  using Row = SplitLanes<kWidth>;

  [[gnu::always_inline]] static void act(const LaneArray* row, const LaneArray& inverse_pivots,
                                         LaneArray& own, const std::size_t* columns,
                                         std::size_t blocks, BlockVector& x) {
    double divided[kLaneCount] = {};
    Row rest(own);
    for (std::size_t r = 0; r < kRows; ++r) {
      divided[r] = rest.lane(r) * inverse_pivots[r];
      rest.subtract(Row(row[r]), divided[r]);
    }
    Row::write(divided, own);
    for (std::size_t b = 1; b < blocks; ++b) {
      row += kRows;
      Row later(x[columns[b]]);
      for (std::size_t r = 0; r < kRows; ++r) later.subtract(Row(row[r]), divided[r]);
      later.store(x[columns[b]]);
    }
  }
};

/// Backward substitution for one block, after all later blocks are solved.
template <std::size_t kWidth, std::size_t kRows>
struct SolveBackward {
  using Row = SplitLanes<kWidth>;

  [[gnu::always_inline]] static void act(const LaneArray* block_row,
                                         const LaneArray& inverse_pivots, LaneArray& own,
                                         const std::size_t* columns, std::size_t blocks,
                                         const BlockVector& x) {
    Row products[kRows];
    for (std::size_t b = 1; b < blocks; ++b) {
      const Row later(x[columns[b]]);
      for (std::size_t r = 0; r < kRows; ++r) {
        products[r].add_product(Row(block_row[b * kRows + r]), later);
      }
    }
    double sums[kRows], solved[kLaneCount] = {};
    for (std::size_t r = 0; r < kRows; ++r) sums[r] = products[r].sum();
    for (std::size_t r = kRows; r-- > 0;) {
      double sum = 0.0;
      for (std::size_t s = r + 1; s < kRows; ++s) sum += block_row[r][s] * solved[s];
      solved[r] = own[r] - (sum + sums[r]) * inverse_pivots[r];
    }
    Row::write(solved, own);
  }
};

template <std::size_t kWidth>
[[gnu::always_inline]] inline void solve_blocks(const BlockPattern& pattern,
                                                const BlockValues& factor,
                                                const BlockVector& inverse_pivots, BlockVector& x) {
  const std::size_t count = pattern.block_count();
  const auto columns = [&](std::size_t place) {
    return pattern.columns.data() + pattern.first[place];
  };
  const auto blocks = [&](std::size_t place) {
    return pattern.first[place + 1] - pattern.first[place];
  };
  for (std::size_t place = 0; place < count; ++place) {
    with_rows<SolveForward, kWidth>(pattern.rows[place], factor.data() + pattern.offset[place],
                                    inverse_pivots[place], x[place], columns(place), blocks(place),
                                    x);
  }
  for (std::size_t place = count; place-- > 0;) {
    with_rows<SolveBackward, kWidth>(pattern.rows[place], factor.data() + pattern.offset[place],
                                     inverse_pivots[place], x[place], columns(place), blocks(place),
                                     x);
  }
}

}  // namespace

void solve(const BlockPattern& pattern, const BlockValues& factor,
           const BlockVector& inverse_pivots, BlockVector& x) {
  // A block waits for the one before it, and single numbers come out of half a register sooner.
  at_full_width<solve_blocks<4>, solve_blocks<4>, solve_blocks<2>>(pattern, factor, inverse_pivots,
                                                                   x);
}

namespace {

/// Adds the products of a block row and, by symmetry, of its columns.
template <std::size_t kWidth, std::size_t kRows>
struct MultiplyBlockRow {
  using Row = SplitLanes<kWidth>;

  [[gnu::always_inline]] static void act(const LaneArray* block_row, std::size_t place,
                                         const std::size_t* columns, std::size_t blocks,
                                         const BlockVector& x, BlockVector& result) {
    const Row own(x[place]);
    Row products[kRows];
    for (std::size_t r = 0; r < kRows; ++r) {
      products[r].load(block_row[r]);
      products[r].multiply(own);
    }
    for (std::size_t b = 1; b < blocks; ++b) {
      const Row later(x[columns[b]]);
      Row sum(result[columns[b]]);
      for (std::size_t r = 0; r < kRows; ++r) {
        const Row row(block_row[b * kRows + r]);
        products[r].add_product(row, later);
        sum.add(row, own.lane(r));
      }
      sum.store(result[columns[b]]);
    }
    double sums[kLaneCount] = {};
    for (std::size_t r = 0; r < kRows; ++r) sums[r] = result[place][r] + products[r].sum();
    Row::write(sums, result[place]);
  }
};

template <std::size_t kWidth>
[[gnu::always_inline]] inline void multiply_blocks(const BlockPattern& pattern,
                                                   const BlockValues& matrix, const BlockVector& x,
                                                   BlockVector& result) {
  std::fill(result.begin(), result.end(), LaneArray{});
  for (std::size_t place = 0; place < pattern.block_count(); ++place) {
    const std::size_t first = pattern.first[place];
    with_rows<MultiplyBlockRow, kWidth>(pattern.rows[place], matrix.data() + pattern.offset[place],
                                        place, pattern.columns.data() + first,
                                        pattern.first[place + 1] - first, x, result);
  }
}

}  // namespace

void multiply(const BlockPattern& pattern, const BlockValues& matrix, const BlockVector& x,
              BlockVector& result) {
  at_full_width<multiply_blocks<8>, multiply_blocks<4>, multiply_blocks<2>>(pattern, matrix, x,
                                                                            result);
}

namespace {

using Couplings = std::vector<std::pair<std::size_t, std::size_t>>;

void sort_unique(std::vector<std::size_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Finds blocks that are coupled with at most one other block, then blocks for which this holds
/// after the removal of the former, and so on: whole trees. If they are eliminated first, they
/// cause no fill. The blocks are removed in rounds, so that the ends of a chain alternate:
/// independent blocks are then next to each other, and a processor can work on both.
std::vector<std::size_t> peel_trees(const std::vector<std::vector<std::size_t>>& neighbors) {
  std::vector<std::size_t> degree, order;
  for (const auto& of_block : neighbors) degree.push_back(of_block.size());
  for (std::size_t i = 0; i < degree.size(); ++i) {
    if (degree[i] <= 1) order.push_back(i);
  }
  std::vector<bool> peeled(degree.size(), false);
  for (std::size_t next = 0; next < order.size(); ++next) {
    peeled[order[next]] = true;
    for (const std::size_t other : neighbors[order[next]]) {
      // The last two of a tree have each other, and both are in the order.
      if (!peeled[other] && degree[other]-- == 2) order.push_back(other);
    }
  }
  return order;
}

/// The remaining blocks, without the `peeled` ones, in an order with little fill.
std::vector<std::size_t> order_rest(const std::vector<std::vector<std::size_t>>& neighbors,
                                    const std::vector<std::size_t>& peeled) {
  constexpr int kPeeled = -1;
  std::vector<int> index(neighbors.size(), 0);
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
    for (const std::size_t other : neighbors[block]) {
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

/// The blocks in their order of elimination.
std::vector<std::size_t> order_blocks(std::size_t count, const Couplings& couplings) {
  std::vector<std::vector<std::size_t>> neighbors(count);
  for (const auto& [i, j] : couplings) {
    if (i == j) continue;
    neighbors[i].push_back(j);
    neighbors[j].push_back(i);
  }
  for (auto& of_block : neighbors) sort_unique(of_block);
  std::vector<std::size_t> order = peel_trees(neighbors);
  if (order.size() == count) return order;
  const std::vector<std::size_t> rest = order_rest(neighbors, order);
  order.insert(order.end(), rest.begin(), rest.end());
  return order;
}

/// The later places of every block row including fill. Each row passes its later places on to the
/// first of them.
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

BlockPattern analyze_blocks(const std::vector<std::size_t>& block_rows,
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
