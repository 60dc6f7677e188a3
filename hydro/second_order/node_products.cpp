#include "hydro/second_order/node_products.hpp"

#include <algorithm>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {
namespace {

using ThreeVectors = std::array<const double*, 3>;

/// Computes the products of one block of rows in kWidth of its lanes from `lane`. Even and odd
/// columns are summed separately, so that additions wait less for each other.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void multiply_lanes(const LaneArray* S, std::size_t columns,
                                                  const ThreeVectors& x, std::size_t lane,
                                                  LaneArray* result) {
  using V = typename SomeLanes<kWidth>::Type;
  V even_0{}, even_1{}, even_2{}, odd_0{}, odd_1{}, odd_2{};
  std::size_t q = 0;
  for (; q + 1 < columns; q += 2) {
    const V& a = S[q].some<kWidth>(lane);
    const V& b = S[q + 1].some<kWidth>(lane);
    even_0 += a * x[0][q];
    even_1 += a * x[1][q];
    even_2 += a * x[2][q];
    odd_0 += b * x[0][q + 1];
    odd_1 += b * x[1][q + 1];
    odd_2 += b * x[2][q + 1];
  }
  if (q < columns) {
    const V& a = S[q].some<kWidth>(lane);
    even_0 += a * x[0][q];
    even_1 += a * x[1][q];
    even_2 += a * x[2][q];
  }
  result[0].some<kWidth>(lane) = even_0 + odd_0;
  result[1].some<kWidth>(lane) = even_1 + odd_1;
  result[2].some<kWidth>(lane) = even_2 + odd_2;
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void multiply_block(const LaneArray* S, std::size_t columns,
                                                  const ThreeVectors& x, LaneArray* result) {
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    multiply_lanes<kWidth>(S, columns, x, lane, result);
  }
}

[[gnu::always_inline]] inline void add_products(const LaneArray* a, const LaneArray* b,
                                                std::size_t count, LaneArray& sums) {
  Lanes sum{};
  for (std::size_t block = 0; block < count; ++block) sum += a[block].lanes() * b[block].lanes();
  sums.lanes() = sum;
}

}  // namespace

MatrixXd real_form(const MatrixXcd& T, bool sum) {
  const Eigen::Index n = T.rows();
  MatrixXd form = MatrixXd::Zero(2 * n, 2 * n);
  for (Eigen::Index q = 0; q < n; ++q) {
    check_cancelled();
    for (Eigen::Index p = 0; p < n; ++p) {
      const double R = T(p, q).real(), J = T(p, q).imag();
      form(2 * p, 2 * q) = R;
      form(2 * p, 2 * q + 1) = sum ? -J : J;
      form(2 * p + 1, 2 * q) = -J;
      form(2 * p + 1, 2 * q + 1) = sum ? -R : R;
    }
  }
  return form;
}

BandedBlocks::BandedBlocks(const MatrixXd& symmetric) {
  if (symmetric.isZero(0.0)) return;
  const Eigen::Index size = symmetric.rows();
  constexpr auto kRows = static_cast<Eigen::Index>(kLaneCount);
  for (Eigen::Index row = 0; row < size; row += kRows) {
    const auto block = symmetric.middleRows(row, std::min(kRows, size - row));
    Eigen::Index first = 0, last = size;
    while (first < size && block.col(first).isZero(0.0)) ++first;
    while (last > first && block.col(last - 1).isZero(0.0)) --last;
    rows_.push_back(
        {values_.size(), static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)});
    for (Eigen::Index column = first; column < last; ++column) {
      LaneArray& lanes = values_.emplace_back();
      lanes.fill(0.0);
      for (Eigen::Index i = 0; i < block.rows(); ++i) {
        lanes[static_cast<std::size_t>(i)] = block(i, column);
      }
    }
  }
}

void BandedBlocks::multiply(const std::array<std::vector<LaneArray>, 3>& vectors,
                            std::array<std::vector<LaneArray>, 3>& products) const {
  for (auto& product : products) product.resize(rows_.size());
  for (std::size_t block = 0; block < rows_.size(); ++block) {
    const Rows& rows = rows_[block];
    const ThreeVectors x{vectors[0].data()->data() + rows.first_column,
                         vectors[1].data()->data() + rows.first_column,
                         vectors[2].data()->data() + rows.first_column};
    std::array<LaneArray, 3> result;
    at_full_width<multiply_block<8>, multiply_block<4>, multiply_block<2>>(
        values_.data() + rows.first_value, rows.column_count, x, result.data());
    for (std::size_t n = 0; n < products.size(); ++n) products[n][block] = result[n];
  }
}

double dot(const std::vector<LaneArray>& a, const std::vector<LaneArray>& b) {
  LaneArray sums;
  at_full_width<add_products>(a.data(), b.data(), std::min(a.size(), b.size()), sums);
  return fold(sums.lanes());
}

}  // namespace raftup::hydro
