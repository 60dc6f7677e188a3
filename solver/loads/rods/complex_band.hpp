#pragma once

#include <algorithm>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver::rods {

/// The equations A x = b with a complex band matrix A, by elimination with pivots chosen by rows. It
/// takes any regular matrix: that of a rod above its first natural frequency is not definite.
/// Call order: clear(), fill at(), factorize(), solve(). Not thread-safe.
/// @source Golub and Van Loan (2013), Matrix Computations, section 4.3
class ComplexBand {
 public:
  /// @param size number of equations, may be 0
  /// @param half_width number of diagonals on either side of the main one that are not 0
  ComplexBand(Eigen::Index size, Eigen::Index half_width);

  Eigen::Index size() const { return size_; }
  void clear();  ///< sets A to 0
  /// Entry of A, |row - column| <= half_width.
  Complex& at(Eigen::Index row, Eigen::Index column) {
    return entries_(column - row + half_width_, row);
  }

  /// Overwrites A by its factors.
  /// @throws SolverFailure if A is singular
  void factorize();
  /// Replaces the columns of `b` by A^-1 b, after factorize().
  void solve(Eigen::Ref<MatrixXcd> b) const;

 private:
  Eigen::Index last_row(Eigen::Index column) const {
    return std::min(column + half_width_, size_ - 1);
  }
  Eigen::Index last_column(Eigen::Index row) const {
    return std::min(row + 2 * half_width_, size_ - 1);
  }

  Eigen::Index size_, half_width_;
  /// Column i has row i of A from its first diagonal on, with room for what exchanged rows add.
  MatrixXcd entries_;
  std::vector<Eigen::Index> pivots_;
};

}  // namespace raftup::solver::rods
