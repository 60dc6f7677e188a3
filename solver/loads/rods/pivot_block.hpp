#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::solver::rods {

/// Factorization D = L diag(p) L^T of a symmetric positive definite 3 x 3 matrix, with ones on the
/// diagonal of L. Unlike an inverse by cofactors it stays accurate when an element is 1e10 times as
/// stiff along its axis as across.
/// @source Golub and Van Loan (2013), Matrix Computations, section 4.1
class PivotBlock {
 public:
  PivotBlock() = default;
  /// @param D only its lower triangle is read
  explicit PivotBlock(const Matrix3& D) {
    p0_ = 1.0 / D(0, 0);
    l10_ = D(1, 0) * p0_;
    l20_ = D(2, 0) * p0_;
    p1_ = 1.0 / (D(1, 1) - l10_ * D(1, 0));
    const double below = D(2, 1) - l20_ * D(1, 0);
    l21_ = below * p1_;
    p2_ = 1.0 / (D(2, 2) - l20_ * D(2, 0) - l21_ * below);
  }

  /// Returns D^-1 b for the columns of a 3 x n matrix b.
  template <typename Columns>
  Columns solve(const Columns& b) const {
    Columns x = b;
    for (Eigen::Index c = 0; c < b.cols(); ++c) {
      const double y0 = b(0, c), y1 = b(1, c) - l10_ * y0, y2 = b(2, c) - l20_ * y0 - l21_ * y1;
      x(2, c) = y2 * p2_;
      x(1, c) = y1 * p1_ - l21_ * x(2, c);
      x(0, c) = y0 * p0_ - l10_ * x(1, c) - l20_ * x(2, c);
    }
    return x;
  }

  /// True if the matrix was positive definite.
  bool is_positive() const { return p0_ > 0.0 && p1_ > 0.0 && p2_ > 0.0; }

 private:
  double p0_ = 0.0, p1_ = 0.0, p2_ = 0.0;  ///< inverse pivots
  double l10_ = 0.0, l20_ = 0.0, l21_ = 0.0;
};

}  // namespace raftup::solver::rods
