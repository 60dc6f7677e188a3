#pragma once

#include "solver/joints/constraint_matrix.hpp"

namespace raftup::solver {

/// The rows of joints for one step: find multipliers lambda such that
///   w = S lambda - b,  S = G W^-1 G^T + diag(sigma - regularization),  and in each row
///   lower < lambda < upper: w = 0;  lambda = lower: w >= 0;  lambda = upper: w <= 0.
///
/// | symbol       | size        | what and unit                                             |
/// |--------------|-------------|-----------------------------------------------------------|
/// | lambda       | rows        | impulses [N s, N m s], or forces [N, N m] of a smooth step |
/// | G W^-1 G^T   | rows x rows | mobility of the rows (ConstraintMatrix) [1/kg, 1/(kg m2)] |
/// | sigma        | rows        | compliance over the step [1/kg, 1/(kg m2)], > 0           |
/// | b            | rows        | right_side: the change of speed that is asked for         |
/// | lower, upper | rows        | bounds of motors, brakes, stops and one-sided rows        |
struct MixedComplementarityProblem {
  VectorXd sigma, right_side, lower, upper;  ///< one per row; sigma > 0, lower <= upper
  /// The part of sigma [1/kg, 1/(kg m2)] that only keeps redundant rows solvable. It is in the
  /// factorisation, and one step of refinement removes its effect to first order. One per row;
  /// empty means none.
  VectorXd regularization = {};
};

struct MixedComplementaritySolution {
  VectorXd multipliers;
  int pivots = 0;         ///< changes of the active set, each a factorisation
  double residual = 0.0;  ///< largest violation of the conditions, relative to the right side
};

/// Solves the problem exactly by block principal pivoting, with Murty's least-index rule as the
/// fallback, which terminates for every symmetric positive definite S. Without bounds it is one
/// factorisation and one solution.
/// @param matrix   assembled
/// @param guess    multipliers of the last step, which give the active set to begin with; may be
///         empty
/// @throws Error(kInternal) with the residual if it does not terminate
/// @source Judice and Pires (1994); Murty (1974)
MixedComplementaritySolution solve(ConstraintMatrix& matrix,
                                   const MixedComplementarityProblem& problem,
                                   const VectorXd& guess);

}  // namespace raftup::solver
