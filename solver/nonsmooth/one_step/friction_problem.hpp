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

}  // namespace raftup::solver::nonsmooth
