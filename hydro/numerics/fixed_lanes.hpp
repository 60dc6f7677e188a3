#pragma once

#include <cstddef>

namespace raftup {

/// Row-major matrix-vector products whose bits do not depend on the machine: every sum runs in
/// kLanes fixed lanes that are folded in a fixed order, so a wider instruction set changes the
/// speed and nothing else.
inline constexpr std::size_t kLanes = 16;

/// result[r] = sum over c of matrix[r * stride + c] * vector[c], r < rows, c < columns.
/// @param stride distance between two rows of `matrix`, >= columns
void row_product(const double* matrix, std::size_t rows, std::size_t stride, const double* vector,
                 std::size_t columns, double* result) noexcept;

/// Two products with one vector in one pass over it: the same bits as two calls of row_product.
/// Both matrices have the same shape and stride.
void paired_row_product(const double* first_matrix, const double* second_matrix, std::size_t rows,
                        std::size_t stride, const double* vector, std::size_t columns,
                        double* first_result, double* second_result) noexcept;

}  // namespace raftup
