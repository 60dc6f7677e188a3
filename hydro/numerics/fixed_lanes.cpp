#include "hydro/numerics/fixed_lanes.hpp"

#include "hydro/numerics/clones.hpp"

namespace raftup {
namespace {

/// Folds the lanes pairwise, always in the same order.
inline double fold(double* lanes) {
  for (std::size_t width = kLanes / 2; width > 0; width /= 2) {
    for (std::size_t lane = 0; lane < width; ++lane) lanes[lane] += lanes[lane + width];
  }
  return lanes[0];
}

}  // namespace

RAFTUP_CLONES
void row_product(const double* matrix, std::size_t rows, std::size_t stride, const double* vector,
                 std::size_t columns, double* result) noexcept {
  const std::size_t whole = columns - columns % kLanes;
  for (std::size_t r = 0; r < rows; ++r) {
    const double* row = matrix + r * stride;
    double lanes[kLanes] = {};
    for (std::size_t c = 0; c < whole; c += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        lanes[lane] += row[c + lane] * vector[c + lane];
      }
    }
    for (std::size_t c = whole; c < columns; ++c) lanes[c - whole] += row[c] * vector[c];
    result[r] = fold(lanes);
  }
}

RAFTUP_CLONES
void paired_row_product(const double* first_matrix, const double* second_matrix, std::size_t rows,
                        std::size_t stride, const double* vector, std::size_t columns,
                        double* first_result, double* second_result) noexcept {
  const std::size_t whole = columns - columns % kLanes;
  for (std::size_t r = 0; r < rows; ++r) {
    const double* first = first_matrix + r * stride;
    const double* second = second_matrix + r * stride;
    double first_lanes[kLanes] = {};
    double second_lanes[kLanes] = {};
    for (std::size_t c = 0; c < whole; c += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        first_lanes[lane] += first[c + lane] * vector[c + lane];
        second_lanes[lane] += second[c + lane] * vector[c + lane];
      }
    }
    for (std::size_t c = whole; c < columns; ++c) {
      first_lanes[c - whole] += first[c] * vector[c];
      second_lanes[c - whole] += second[c] * vector[c];
    }
    first_result[r] = fold(first_lanes);
    second_result[r] = fold(second_lanes);
  }
}

}  // namespace raftup
