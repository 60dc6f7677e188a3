#pragma once

#include <optional>

#include "hydro/numerics/types.hpp"
#include "solver/nonsmooth/one_step/one_step_problem.hpp"

namespace raftup::solver::nonsmooth {

struct LinearComplementaritySolution {
  VectorXd z;
  int pivots = 0;
};

/// z >= 0 with w = M z + q >= 0 and z^T w = 0, by Lemke's method with the lexicographic rule, which
/// ends for every positive semidefinite M, symmetric or not.
/// @returns nothing where the method ends on a ray: for such M no solution exists
/// @source Cottle, Pang and Stone (1992), chapter 4.4
std::optional<LinearComplementaritySolution> solve_linear_complementarity(const MatrixXd& M,
                                                                          const VectorXd& q);

/// Exact solution of a problem without cones. Rows without bounds are eliminated by a
/// minimum-norm solve, so redundant equations share their load; what is left is a linear
/// complementarity problem for Lemke's method, boxed rows with a second variable for their upper
/// bound. The residual says whether a solution was found.
OneStepSolution solve_mixed_complementarity(const OneStepProblem& problem);

}  // namespace raftup::solver::nonsmooth
