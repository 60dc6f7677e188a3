#pragma once

#include "solver/nonsmooth/one_step/one_step_problem.hpp"

namespace raftup::solver::nonsmooth {

/// Solution of a problem with friction cones: projected Gauss-Seidel sweeps come near, Newton's
/// method on the Alart-Curnier equations gives the digits; repeated in turn while the residual is
/// above its aim. The residual says how far it got.
/// @param guess  multipliers to begin with; empty: 0
/// @source Alart and Curnier (1991); Jean (1999)
OneStepSolution solve_friction_problem(const OneStepProblem& problem, const VectorXd& guess,
                                       double residual_aim);

/// Projected Gauss-Seidel: per sweep, each row (and each cone's disc) in turn solves its own
/// condition with the others held. Rows whose diagonal is not positive are left as they are.
/// @param multipliers  start and result
void sweep(const OneStepProblem& problem, int sweeps, VectorXd& multipliers);

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
