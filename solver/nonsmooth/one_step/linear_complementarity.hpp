#pragma once

#include <optional>

#include "hydro/numerics/types.hpp"
#include "solver/nonsmooth/one_step/one_step_problem.hpp"

namespace raftup::solver::nonsmooth {

struct LinearComplementaritySolution {
  VectorXd z;
  int pivots = 0;
};

/// Finds z >= 0 with w = M z + q >= 0 and z^T w = 0, by Lemke's method with the lexicographic rule.
/// The method ends for every positive semidefinite M, symmetric or not.
/// @returns nothing if the method ends on a ray: for such M there is no solution
/// @source Cottle, Pang and Stone (1992), chapter 4.4
std::optional<LinearComplementaritySolution> solve_linear_complementarity(const MatrixXd& M,
                                                                          const VectorXd& q);

/// Computes the exact solution of a problem without cones. Rows without bounds are eliminated by a
/// minimum-norm solution, so that redundant equations share their load. The rest is a linear
/// complementarity problem for Lemke's method, in which a row with two bounds has a second variable
/// for its upper bound. The residual shows whether a solution was found.
OneStepSolution solve_mixed_complementarity(const OneStepProblem& problem);

}  // namespace raftup::solver::nonsmooth
