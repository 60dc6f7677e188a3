#pragma once

#include "solver/nonsmooth/one_step/one_step_problem.hpp"

namespace raftup::solver::nonsmooth {

/// Exact solution of a problem without cones. Rows without bounds are eliminated by a
/// minimum-norm solve, so redundant equations share their load; what is left is a linear
/// complementarity problem for Lemke's method, boxed rows with a second variable for their upper
/// bound. The residual says whether a solution was found.
OneStepSolution solve_mixed_complementarity(const OneStepProblem& problem);

}  // namespace raftup::solver::nonsmooth
