#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup {

/// A matrix of 6 rows in blocks of kLaneCount columns: block after block, in each row after row, so
/// that it is fetched as one stream.
using SixRows = std::array<LaneArray, 6>;

/// A matrix in such blocks: those of its first six rows, then those of the next six, ...
/// @param matrix rows in sixes, columns in whole blocks
std::vector<SixRows> six_row_blocks(const RowMajorMatrix& matrix);

/// Adds the products of a matrix of six rows with two vectors to two results, in one pass: large
/// matrices cost the time in which they are fetched. Lanes are summed over the columns, then folded
/// in their order: the same bits on every machine.
/// @param matrix `blocks` blocks; first and second as many
void add_shared_products(const SixRows* matrix, const LaneArray* first, const LaneArray* second,
                         std::size_t blocks, double* first_result, double* second_result) noexcept;

}  // namespace raftup
