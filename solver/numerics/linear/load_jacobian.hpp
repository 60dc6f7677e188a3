#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// Linearisation of loads F(x, v), wrenches at the centres of mass in world axes: stiffness
/// K = -dF/dx and damping D = -dF/dv by blocks of 6 x 6 of pairs of bodies, where dx is a small
/// displacement [of the centre of mass; turn] in world axes [m, rad].
///
/// Both are symmetrised: of K that leaves out what belongs to the moment of a load under a turn,
/// and of a conservative load it is the second derivative of its potential. The share of damping
/// forces in K is left out. K need not be positive: a line under compression is unstable across.
///
/// Only blocks with row >= column are kept; the others are their transposes. The pattern stays when
/// the values are set to zero.
class LoadJacobian {
 public:
  struct Block {
    std::size_t row, column;  ///< indices of bodies, row >= column
    Matrix6 stiffness = Matrix6::Zero();
    Matrix6 damping = Matrix6::Zero();
  };

  /// Ordered by row, then column.
  const std::vector<Block>& blocks() const { return blocks_; }

  void set_zero();

  /// Adds to the block of a pair, and its transpose to that of the pair in the other order. Called
  /// once for each pair of different bodies that a load connects; the block of a body with itself
  /// is symmetrised.
  void add(std::size_t row, std::size_t column, const Matrix6& stiffness, const Matrix6& damping);

 private:
  Block& block(std::size_t row, std::size_t column);

  std::vector<Block> blocks_;
};

/// P A Q^T, P = blkdiag(row, row), Q = blkdiag(column, column).
Matrix6 turned(const Matrix6& A, const Matrix3& row, const Matrix3& column);

/// Q A Q^T, Q = blkdiag(R, R).
inline Matrix6 turned(const Matrix6& A, const Matrix3& R) { return turned(A, R, R); }

}  // namespace raftup::solver
