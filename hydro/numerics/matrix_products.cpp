#include "hydro/numerics/matrix_products.hpp"

#include <algorithm>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup {
namespace {

/// Number of blocks of rows that are computed at a time: their sums are independent and hide each
/// other's latency.
constexpr std::size_t kBlocksAtOnce = 3;

/// Computes the sums over all columns of `kCount` blocks of rows.
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

/// Number of rows that are computed at a time for vectors in lanes: their sums share the loaded
/// elements of x.
constexpr std::size_t kLaneRowsAtOnce = 4;

/// Adds the `chosen` ones of `count` columns, times x, to `result`.
[[gnu::always_inline]] inline void add_chosen_columns(const LaneArray* columns, std::size_t rows,
                                                      std::size_t count,
                                                      const std::vector<std::size_t>& chosen,
                                                      const LaneArray* x, LaneArray* result) {
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
    at_full_width<sum_some_blocks<8>, sum_some_blocks<4>, sum_some_blocks<2>>(
        blocks_.data() + first / kLaneCount * count, (some + kLaneCount - 1) / kLaneCount, count, x,
        sums);
    for (std::size_t r = 0; r < some; ++r) {
      result[first + r] += sums[r / kLaneCount][r % kLaneCount];
    }
  }
}

void ColumnMatrix::add_products(const LaneArray* x, LaneArray* result) const {
  const auto rows = static_cast<std::size_t>(rows_), count = static_cast<std::size_t>(columns_);
  std::vector<std::size_t> chosen;
  chosen.reserve(count);
  for (std::size_t c = 0; c < count; ++c) {
    if (x[c] != LaneArray{}) chosen.push_back(c);
  }
  at_full_width<add_chosen_columns>(blocks_.data(), rows, count, chosen, x, result);
}

namespace {

/// Some columns of a matrix and the elements of two vectors by which they are multiplied.
struct ColumnRun {
  const double* matrix;
  std::size_t stride, count;
  const double *first, *second;
};

/// For kCount times kWidth rows: adds the sums for the first vector and writes those for the second
/// one.
template <std::size_t kWidth, std::size_t kCount>
[[gnu::always_inline]] inline void sum_twin_rows(const ColumnRun& run, std::size_t row,
                                                 double* first_result, double* second_sum) {
  using V = typename SomeLanes<kWidth>::Type;
  using Anywhere = typename SomeLanes<kWidth>::Anywhere;
  V first[kCount]{}, second[kCount]{};
  for (std::size_t c = 0; c < run.count; ++c) {
    const double* column = run.matrix + c * run.stride + row;
    for (std::size_t i = 0; i < kCount; ++i) {
      const V values = *reinterpret_cast<const Anywhere*>(column + i * kWidth);
      first[i] += values * run.first[c];
      second[i] += values * run.second[c];
    }
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    const V before = *reinterpret_cast<const Anywhere*>(first_result + row + i * kWidth);
    *reinterpret_cast<Anywhere*>(first_result + row + i * kWidth) = before + first[i];
    *reinterpret_cast<Anywhere*>(second_sum + row + i * kWidth) = second[i];
  }
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void sum_twin_columns(const ColumnRun& run, std::size_t rows,
                                                    double* first_result, double* second_sum) {
  std::size_t row = 0;
  for (; row + 4 * kWidth <= rows; row += 4 * kWidth) {
    sum_twin_rows<kWidth, 4>(run, row, first_result, second_sum);
  }
  for (; row + kWidth <= rows; row += kWidth) {
    sum_twin_rows<kWidth, 1>(run, row, first_result, second_sum);
  }
  for (; row + 2 <= rows; row += 2) sum_twin_rows<2, 1>(run, row, first_result, second_sum);
  for (; row < rows; ++row) sum_twin_rows<1, 1>(run, row, first_result, second_sum);
}

}  // namespace

void twin_products(const MatrixXd& matrix, const VectorXd& first, const VectorXd& second,
                   VectorXd& first_result, MatrixXd& second_sums) {
  const Eigen::Index rows = matrix.rows(), columns = matrix.cols();
  const Eigen::Index block = column_block(rows, columns);
  first_result.setZero(rows);
  second_sums.resize(rows, block == 0 ? 0 : (columns + block - 1) / block);
  for (Eigen::Index b = 0; b < second_sums.cols(); ++b) {
    const Eigen::Index begin = b * block, count = std::min(block, columns - begin);
    const ColumnRun run{matrix.data() + begin * rows, static_cast<std::size_t>(rows),
                        static_cast<std::size_t>(count), first.data() + begin,
                        second.data() + begin};
    at_full_width<sum_twin_columns<8>, sum_twin_columns<4>, sum_twin_columns<2>>(
        run, static_cast<std::size_t>(rows), first_result.data(), second_sums.col(b).data());
  }
}

namespace {

/// Adds the lanes pairwise, always in the same order.
inline double fold(double* lanes) {
  for (std::size_t width = kLanes / 2; width > 0; width /= 2) {
    for (std::size_t lane = 0; lane < width; ++lane) lanes[lane] += lanes[lane + width];
  }
  return lanes[0];
}

/// Returns one sum of products in fixed lanes. It is always inlined, so that each version of the
/// caller has its own.
template <typename Element>
[[gnu::always_inline]] inline double dot(const Element* row, const double* vector,
                                         std::size_t columns) {
  const std::size_t whole = columns - columns % kLanes;
  double lanes[kLanes] = {};
  for (std::size_t c = 0; c < whole; c += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] += static_cast<double>(row[c + lane]) * vector[c + lane];
    }
  }
  for (std::size_t c = whole; c < columns; ++c) {
    lanes[c - whole] += static_cast<double>(row[c]) * vector[c];
  }
  return fold(lanes);
}

template <typename Element>
[[gnu::always_inline]] inline void multiply_rows(const Element* matrix, std::size_t rows,
                                                 std::size_t stride, const double* vector,
                                                 std::size_t columns, double* result) {
  for (std::size_t r = 0; r < rows; ++r) result[r] = dot(matrix + r * stride, vector, columns);
}

}  // namespace

void row_product(const double* matrix, std::size_t rows, std::size_t stride, const double* vector,
                 std::size_t columns, double* result) noexcept {
  at_full_width<multiply_rows<double>>(matrix, rows, stride, vector, columns, result);
}

void row_product(const float* matrix, std::size_t rows, std::size_t stride, const double* vector,
                 std::size_t columns, double* result) noexcept {
  at_full_width<multiply_rows<float>>(matrix, rows, stride, vector, columns, result);
}

namespace {

[[gnu::always_inline]] inline void multiply_paired_rows(
    const double* first_matrix, const double* second_matrix, std::size_t rows, std::size_t stride,
    const double* vector, std::size_t columns, double* first_result, double* second_result) {
  // Row by row: the vector stays in the cache, and one row at a time is read faster than two.
  for (std::size_t r = 0; r < rows; ++r) {
    first_result[r] = dot(first_matrix + r * stride, vector, columns);
    second_result[r] = dot(second_matrix + r * stride, vector, columns);
  }
}

}  // namespace

void paired_row_product(const double* first_matrix, const double* second_matrix, std::size_t rows,
                        std::size_t stride, const double* vector, std::size_t columns,
                        double* first_result, double* second_result) noexcept {
  at_full_width<multiply_paired_rows>(first_matrix, second_matrix, rows, stride, vector, columns,
                                      first_result, second_result);
}

namespace {

double fold(const LaneArray& lanes) {
  double sum = 0.0;
  for (const double lane : lanes) sum += lane;
  return sum;
}

constexpr std::size_t kAllRows = std::tuple_size_v<SixRows>;
/// Number of blocks by which the matrix is prefetched if its rows are not read all at once. The
/// matrix of many bodies is outside the nearest cache, whose automatic prefetching stops at gaps.
constexpr std::size_t kBlocksAhead = 8;

/// Computes the sums of some of the rows, lane by lane; they stay in registers.
template <std::size_t kWidth, std::size_t kRows>
[[gnu::always_inline]] inline void sum_rows(const SixRows* matrix, const LaneArray* first,
                                            const LaneArray* second, std::size_t blocks,
                                            std::size_t row, SixRows& first_sums,
                                            SixRows& second_sums) {
  constexpr std::size_t kParts = kLaneCount / kWidth;
  using V = typename SomeLanes<kWidth>::Type;
  V a[kRows][kParts], b[kRows][kParts];
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t part = 0; part < kParts; ++part) a[r][part] = b[r][part] = V{};
  }
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t r = 0; r < kRows && kRows < kAllRows; ++r) {
      __builtin_prefetch(matrix[block + kBlocksAhead][row + r].data());
    }
    for (std::size_t part = 0; part < kParts; ++part) {
      const V x = first[block].some<kWidth>(part * kWidth);
      const V y = second[block].some<kWidth>(part * kWidth);
      for (std::size_t r = 0; r < kRows; ++r) {
        const V m = matrix[block][row + r].some<kWidth>(part * kWidth);
        a[r][part] += m * x;
        b[r][part] += m * y;
      }
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t part = 0; part < kParts; ++part) {
      first_sums[row + r].some<kWidth>(part * kWidth) = a[r][part];
      second_sums[row + r].some<kWidth>(part * kWidth) = b[r][part];
    }
  }
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void sum_all_rows(const SixRows* matrix, const LaneArray* first,
                                                const LaneArray* second, std::size_t blocks,
                                                SixRows& first_sums, SixRows& second_sums) {
  // Number of rows at a time whose sums just fill the registers.
  constexpr std::size_t kRows = kWidth == 8 ? kAllRows : (kWidth == 4 ? 3 : 1);
  for (std::size_t row = 0; row < kAllRows; row += kRows) {
    sum_rows<kWidth, kRows>(matrix, first, second, blocks, row, first_sums, second_sums);
  }
}

}  // namespace

std::vector<SixRows> six_row_blocks(const RowMajorMatrix& matrix) {
  constexpr Eigen::Index kRows = 6, kWidth = kLaneCount;
  std::vector<SixRows> blocks;
  for (Eigen::Index row = 0; row < matrix.rows(); row += kRows) {
    for (Eigen::Index column = 0; column < matrix.cols(); column += kWidth) {
      SixRows& block = blocks.emplace_back();
      Eigen::Map<Eigen::Matrix<double, kRows, kWidth, Eigen::RowMajor>>(block[0].data()) =
          matrix.block<kRows, kWidth>(row, column);
    }
  }
  return blocks;
}

void add_shared_products(const SixRows* matrix, const LaneArray* first, const LaneArray* second,
                         std::size_t blocks, double* first_result, double* second_result) noexcept {
  SixRows first_sums, second_sums;
  at_full_width<sum_all_rows<8>, sum_all_rows<4>, sum_all_rows<2>>(matrix, first, second, blocks,
                                                                   first_sums, second_sums);
  for (std::size_t row = 0; row < 6; ++row) {
    first_result[row] += fold(first_sums[row]);
    second_result[row] += fold(second_sums[row]);
  }
}

}  // namespace raftup
