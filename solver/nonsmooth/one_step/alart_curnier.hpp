#pragma once

#include "solver/nonsmooth/one_step/one_step_problem.hpp"

namespace raftup::solver::nonsmooth {

struct NewtonResult {
  VectorXd multipliers;  ///< those with the smallest equations
  int iterations = 0;
};

/// Newton's method with line search on the projection equations
///   F = lambda - P(lambda - w / s) = 0, the radius of a disc being mu max(0, lambda_N - w_N / s),
/// whose solutions are those of the problem. Quadratic near one; far away it may fail.
/// @source Alart and Curnier (1991)
NewtonResult solve_alart_curnier(const OneStepProblem& problem, const VectorXd& start,
                                 double tolerance, int iterations);

}  // namespace raftup::solver::nonsmooth
