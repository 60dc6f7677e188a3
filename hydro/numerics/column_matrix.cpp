#include "hydro/numerics/column_matrix.hpp"

#include <algorithm>

#include "hydro/numerics/lanes.hpp"

namespace raftup {
namespace {

/// Row blocks at a time: their sums are independent and hide each other's latency.
constexpr std::size_t kBlocksAtOnce = 3;

/// Sums over all columns of `kCount` blocks of rows.
template <std::size_t kWidth, std::size_t kCount>
[[gnu::always_inline]] inline void sum_blocks(const LaneArray* columns, std::size_t count,
                                              const double* x, LaneArray* result) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    V sums[kCount];
    for (V& sum : sums) sum = V{};
    for (std::size_t c = 0; c < count; ++c) {
      for (std::size_t b = 0; b < kCount; ++b) {
        sums[b] += columns[b * count + c].some<kWidth>(lane) * x[c];
      }
    }
    for (std::size_t b = 0; b < kCount; ++b) result[b].some<kWidth>(lane) = sums[b];
  }
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void sum_some_blocks(const LaneArray* columns, std::size_t blocks,
                                                   std::size_t count, const double* x,
                                                   LaneArray* result) {
  if (blocks == 1) return sum_blocks<kWidth, 1>(columns, count, x, result);
  if (blocks == 2) return sum_blocks<kWidth, 2>(columns, count, x, result);
  sum_blocks<kWidth, 3>(columns, count, x, result);
}

RAFTUP_CLONES_BY_WIDTH(void sum_rows(const LaneArray* columns, std::size_t blocks,
                                     std::size_t count, const double* x, LaneArray* result),
                       sum_some_blocks<kWidth>(columns, blocks, count, x, result))

/// As many rows of vectors in lanes at a time: their sums share what is loaded of x.
constexpr std::size_t kLaneRowsAtOnce = 4;

/// result += the `chosen` ones of `count` columns, times x.
RAFTUP_CLONES
void add_chosen_columns(const LaneArray* columns, std::size_t rows, std::size_t count,
                        const std::vector<std::size_t>& chosen, const LaneArray* x,
                        LaneArray* result) {
  for (std::size_t first = 0; first < rows; first += kLaneRowsAtOnce) {
    const LaneArray* block = columns + first / kLaneCount * count;
    const std::size_t row = first % kLaneCount;
    Lanes sums[kLaneRowsAtOnce]{};
    for (const std::size_t c : chosen) {
      for (std::size_t r = 0; r < kLaneRowsAtOnce; ++r) {
        sums[r] += x[c].lanes() * block[c][row + r];
      }
    }
    for (std::size_t r = 0; r < std::min(kLaneRowsAtOnce, rows - first); ++r) {
      result[first + r].lanes() += sums[r];
    }
  }
}

}  // namespace

ColumnMatrix::ColumnMatrix(const MatrixXd& matrix) : rows_(matrix.rows()), columns_(matrix.cols()) {
  const Eigen::Index lanes = kLaneCount, block_rows = (rows_ + lanes - 1) / lanes;
  blocks_.resize(static_cast<std::size_t>(block_rows * columns_));
  for (Eigen::Index r = 0; r < rows_; ++r) {
    for (Eigen::Index c = 0; c < columns_; ++c) {
      const auto block = static_cast<std::size_t>(r / lanes * columns_ + c);
      blocks_[block][static_cast<std::size_t>(r % lanes)] = matrix(r, c);
    }
  }
}

void ColumnMatrix::add_product(const double* x, double* result) const noexcept {
  const auto rows = static_cast<std::size_t>(rows_), count = static_cast<std::size_t>(columns_);
  constexpr std::size_t kRowsAtOnce = kBlocksAtOnce * kLaneCount;
  for (std::size_t first = 0; first < rows; first += kRowsAtOnce) {
    const std::size_t some = std::min(kRowsAtOnce, rows - first);
    LaneArray sums[kBlocksAtOnce];
    sum_rows(blocks_.data() + first / kLaneCount * count, (some + kLaneCount - 1) / kLaneCount,
             count, x, sums);
    for (std::size_t r = 0; r < some; ++r) {
      result[first + r] += sums[r / kLaneCount][r % kLaneCount];
    }
  }
}

void ColumnMatrix::add_products(const LaneArray* x, LaneArray* result) const {
  const auto rows = static_cast<std::size_t>(rows_), count = static_cast<std::size_t>(columns_);
  std::vector<std::size_t> chosen;
  for (std::size_t c = 0; c < count; ++c) {
    if (x[c] != LaneArray{}) chosen.push_back(c);
  }
  add_chosen_columns(blocks_.data(), rows, count, chosen, x, result);
}

}  // namespace raftup
