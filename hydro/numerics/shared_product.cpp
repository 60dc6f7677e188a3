#include "hydro/numerics/shared_product.hpp"

#include "hydro/numerics/lanes.hpp"

namespace raftup {
namespace {

double fold(const LaneArray& lanes) {
  double sum = 0.0;
  for (const double lane : lanes) sum += lane;
  return sum;
}

/// Some of the rows, lane by lane; their sums stay in registers meanwhile.
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
  // so many rows at a time that their sums just fill the registers
  constexpr std::size_t kRows = kWidth == 8 ? 6 : (kWidth == 4 ? 3 : 1);
  for (std::size_t row = 0; row < 6; row += kRows) {
    sum_rows<kWidth, kRows>(matrix, first, second, blocks, row, first_sums, second_sums);
  }
}

RAFTUP_CLONES_BY_WIDTH(void sum_lanes(const SixRows* matrix, const LaneArray* first,
                                      const LaneArray* second, std::size_t blocks,
                                      SixRows& first_sums, SixRows& second_sums),
                       sum_all_rows<kWidth>(matrix, first, second, blocks, first_sums, second_sums))

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
  sum_lanes(matrix, first, second, blocks, first_sums, second_sums);
  for (std::size_t row = 0; row < 6; ++row) {
    first_result[row] += fold(first_sums[row]);
    second_result[row] += fold(second_sums[row]);
  }
}

}  // namespace raftup
