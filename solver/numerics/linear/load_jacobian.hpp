#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// The linearization of loads F(x, v), which are wrenches at the centers of mass in world axes. The
/// stiffness K = -dF/dx and the damping D = -dF/dv are stored as 6 x 6 blocks for pairs of bodies.
/// dx is a small displacement of the center of mass and a small rotation in world axes [m, rad].
///
/// Both matrices are symmetrized. For K this removes the part due to the moment of a load in a
/// rotation; for a conservative load K is then the second derivative of its potential. The part of
/// damping forces in K is excluded. K need not be positive: a line under compression is unstable in
/// the lateral direction.
///
/// Only blocks with row >= column are stored; the others are their transposes. The pattern of
/// blocks remains when the values are set to zero.
class LoadJacobian {
 public:
  struct Block {
    std::size_t row, column;  ///< indices of the two bodies, row >= column
    Matrix6 stiffness = Matrix6::Zero();
    Matrix6 damping = Matrix6::Zero();
  };

  /// The blocks, ordered by row, then column.
  const std::vector<Block>& blocks() const { return blocks_; }

  /// Sets all values to 0 and keeps the blocks.
  void set_zero();

  /// Adds to the block of a pair of bodies, and the transpose to the block of the pair in the other
  /// order. To be called once for each pair of different bodies that a load connects. The block of
  /// a body with itself is symmetrized.
  void add(std::size_t row, std::size_t column, const Matrix6& stiffness, const Matrix6& damping);

 private:
  Block& block(std::size_t row, std::size_t column);

  std::vector<Block> blocks_;
};

/// Computes P A Q^T with P = blkdiag(row, row) and Q = blkdiag(column, column).
Matrix6 turned(const Matrix6& A, const Matrix3& row, const Matrix3& column);

/// Computes Q A Q^T with Q = blkdiag(R, R).
inline Matrix6 turned(const Matrix6& A, const Matrix3& R) { return turned(A, R, R); }

}  // namespace raftup::solver
