#include "hydro/numerics/fixed_lanes.hpp"

#include "hydro/numerics/lanes.hpp"

namespace raftup {
namespace {

/// Folds the lanes pairwise, always in the same order.
inline double fold(double* lanes) {
  for (std::size_t width = kLanes / 2; width > 0; width /= 2) {
    for (std::size_t lane = 0; lane < width; ++lane) lanes[lane] += lanes[lane + width];
  }
  return lanes[0];
}

/// One sum of products in fixed lanes. Always inlined, so that each clone gets its own.
[[gnu::always_inline]] inline double dot(const double* row, const double* vector,
                                         std::size_t columns) {
  const std::size_t whole = columns - columns % kLanes;
  double lanes[kLanes] = {};
  for (std::size_t c = 0; c < whole; c += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] += row[c + lane] * vector[c + lane];
    }
  }
  for (std::size_t c = whole; c < columns; ++c) lanes[c - whole] += row[c] * vector[c];
  return fold(lanes);
}

}  // namespace

RAFTUP_CLONES
void row_product(const double* matrix, std::size_t rows, std::size_t stride, const double* vector,
                 std::size_t columns, double* result) noexcept {
  for (std::size_t r = 0; r < rows; ++r) result[r] = dot(matrix + r * stride, vector, columns);
}

RAFTUP_CLONES
void paired_row_product(const double* first_matrix, const double* second_matrix, std::size_t rows,
                        std::size_t stride, const double* vector, std::size_t columns,
                        double* first_result, double* second_result) noexcept {
  // row by row: the vector stays in the cache, and one row at a time streams faster than two
  for (std::size_t r = 0; r < rows; ++r) {
    first_result[r] = dot(first_matrix + r * stride, vector, columns);
    second_result[r] = dot(second_matrix + r * stride, vector, columns);
  }
}

}  // namespace raftup
