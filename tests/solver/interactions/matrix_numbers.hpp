/// @file The numbers of a matrix in the order that a model file has them in.
#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::testing {

/// @returns the entries row by row
inline std::vector<double> numbers(const MatrixXd& matrix) {
  const RowMajorMatrix rows = matrix;
  return {rows.data(), rows.data() + rows.size()};
}

}  // namespace raftup::testing
