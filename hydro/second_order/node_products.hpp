#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// A real symmetric matrix for products with three vectors at once: rows in blocks of kLaneCount,
/// in each the columns from the first to the last that is not zero.
class BandedBlocks {
 public:
  BandedBlocks() = default;  ///< of zeros
  explicit BandedBlocks(const MatrixXd& symmetric);

  bool is_zero() const { return values_.empty(); }

  /// products[n] = S vectors[n], every sum in the order of the columns: the same bits on every
  /// machine.
  /// @param vectors  whole blocks each, zero behind the last row
  /// @param products resized
  void multiply(const std::array<std::vector<LaneArray>, 3>& vectors,
                std::array<std::vector<LaneArray>, 3>& products) const;

 private:
  struct Rows {
    std::size_t first_value, first_column, column_count;
  };

  std::vector<Rows> rows_;         ///< per block of rows
  std::vector<LaneArray> values_;  ///< block after block, column after column
};

/// a^T b of two vectors in whole blocks, lane by lane, then folded.
double dot(const std::vector<LaneArray>& a, const std::vector<LaneArray>& b);

}  // namespace raftup::hydro
