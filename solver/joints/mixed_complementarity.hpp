#pragma once

#include "solver/joints/constraint_matrix.hpp"

namespace raftup::solver {

/// The equations of the joint rows for one step, with bounds of the multipliers. Multipliers lambda
/// are sought with
///   w = S lambda - b,  S = G W^-1 G^T + diag(sigma - regularization),
/// and for each row one of
///   lower < lambda < upper and w = 0;  lambda = lower and w >= 0;  lambda = upper and w <= 0.
///
/// | symbol       | size        | meaning and unit                                           |
/// |--------------|-------------|------------------------------------------------------------|
/// | lambda       | rows        | impulses [N s, N m s], or forces [N, N m] of a smooth step |
/// | G W^-1 G^T   | rows x rows | mobility of the rows (ConstraintMatrix) [1/kg, 1/(kg m2)]  |
/// | sigma        | rows        | compliance over the step [1/kg, 1/(kg m2)], > 0            |
/// | b            | rows        | right_side: the required change of speed or acceleration   |
/// | lower, upper | rows        | bounds of motors, brakes, stops and one-sided rows         |
struct MixedComplementarityProblem {
  /// one number per row, see the table; sigma > 0, lower <= upper
  VectorXd sigma, right_side, lower, upper;
  /// The part of sigma [1/kg, 1/(kg m2)] whose only purpose is that redundant rows can be solved.
  /// It is included in the factorization, and one step of iterative refinement then removes its
  /// effect to first order. One per row; empty means none.
  VectorXd regularization = {};
};

struct MixedComplementaritySolution {
  VectorXd multipliers;
  int pivots = 0;  ///< number of changes of the active set, each with one factorization
  /// largest violation of the conditions on w, relative to the largest term of the equations
  double residual = 0.0;
};

/// Solves the problem exactly by block principal pivoting. If this does not converge, Murty's
/// least-index rule is used, which terminates for every symmetric positive definite S. Without
/// bounds, one factorization and one solution are enough.
/// @param matrix   the matrix, for which assemble() has been called
/// @param problem  the right side and the bounds
/// @param guess    multipliers of the last step, from which the first active set is chosen; may be
///                 empty
/// @throws Error(kInternal) with the residual if the iteration does not terminate
/// @source Judice and Pires (1994); Murty (1974)
MixedComplementaritySolution solve(ConstraintMatrix& matrix,
                                   const MixedComplementarityProblem& problem,
                                   const VectorXd& guess);

}  // namespace raftup::solver
