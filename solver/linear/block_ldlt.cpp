#include "solver/linear/block_ldlt.hpp"

#include <algorithm>

#include "hydro/numerics/lanes.hpp"

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

}  // namespace

RAFTUP_CLONES
void regularise(const BlockPattern& pattern, const BlockValues& matrix, const BlockVector& sigma,
                const BlockVector& active, BlockValues& result) {
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

RAFTUP_CLONES
std::optional<BlockRow> factorise(const BlockPattern& pattern, BlockValues& matrix,
                                  BlockVector& inverse_pivots) {
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

RAFTUP_CLONES
void solve(const BlockPattern& pattern, const BlockValues& factor,
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

RAFTUP_CLONES
void multiply(const BlockPattern& pattern, const BlockValues& matrix, const BlockVector& x,
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

}  // namespace raftup::solver
