#pragma once

#include "solver/nonsmooth/one_step/one_step_problem.hpp"

namespace raftup::solver::nonsmooth {

struct NewtonOptions {
  double tolerance;  ///< of natural_residual()
  int iterations;    ///< at most
  double scale;      ///< rho > 0 in w / s times rho
};

struct NewtonResult {
  VectorXd multipliers;  ///< those with the smallest equations
  int iterations = 0;
};

/// Newton's method with line search on the projection equations
///   F = lambda - P(lambda - rho w / s) = 0, a disc's radius being mu max(0, lambda_N - rho w_N /
///   s),
/// whose solutions are those of the problem. Quadratic near one; far away it may fail.
/// @source Alart and Curnier (1991)
NewtonResult solve_alart_curnier(const OneStepProblem& problem, const VectorXd& start,
                                 const NewtonOptions& options);

}  // namespace raftup::solver::nonsmooth
