#pragma once

#include "solver/nonsmooth/one_step/one_step_problem.hpp"

namespace raftup::solver::nonsmooth {

/// Projected Gauss-Seidel: per sweep, each row (and each cone's disc) in turn solves its own
/// condition with the others held. Rows whose diagonal is not positive are left as they are.
/// @param multipliers  start and result
void sweep(const OneStepProblem& problem, int sweeps, VectorXd& multipliers);

}  // namespace raftup::solver::nonsmooth
