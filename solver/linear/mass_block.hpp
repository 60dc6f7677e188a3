#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A block of 6 x 6 of a symmetric matrix over the dofs of all bodies.
struct MassBlock {
  std::size_t row, column;  ///< bodies, row >= column
  Matrix6 value;
};

}  // namespace raftup::solver
