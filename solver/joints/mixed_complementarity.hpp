#pragma once

#include "solver/joints/constraint_matrix.hpp"

namespace raftup::solver {

/// Multipliers lambda with w = S lambda - b, S = G W^-1 G^T + diag(sigma - regularisation), such
/// that per row
///   lower < lambda < upper: w = 0;  lambda = lower: w >= 0;  lambda = upper: w <= 0.
struct MixedComplementarityProblem {
  VectorXd sigma, right_side, lower, upper;  ///< one per row; sigma > 0, lower <= upper
  /// The part of sigma that only keeps redundant rows solvable: it is in the factorisation, and one
  /// refinement takes its effect back, but for its square. One per row, or empty: none.
  VectorXd regularization = {};
};

struct MixedComplementaritySolution {
  VectorXd multipliers;
  int pivots = 0;         ///< changes of the active set, each a factorisation
  double residual = 0.0;  ///< largest violation of the conditions, relative to the right side
};

/// Exact solution by block principal pivoting with Murty's least-index rule as the fallback, which
/// ends for every symmetric positive definite S. No bounds: one factorisation and one solve.
/// @param matrix   assembled
/// @param guess    multipliers of the last step: the active set to begin with; may be empty
/// @throws Error(kInternal) with the residual where it does not end
/// @source Judice and Pires (1994); Murty (1974)
MixedComplementaritySolution solve(ConstraintMatrix& matrix,
                                   const MixedComplementarityProblem& problem,
                                   const VectorXd& guess);

}  // namespace raftup::solver
