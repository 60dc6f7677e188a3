#pragma once

#include "solver/nonsmooth/one_step/one_step_problem.hpp"

namespace raftup::solver::nonsmooth {

/// The residual at which an iteration ends.
inline constexpr double kResidualAim = 1e-10;
/// The largest residual of a solution that is accepted.
inline constexpr double kResidualLimit = 1e-8;

/// Solves each connected part of the problem by itself: exactly where it has no friction, else by
/// iteration. The residual is checked, never assumed.
/// @param guess  multipliers of the step before, where iteration begins; empty: 0
/// @throws Error(kInternal) with the residual where it stays above kResidualLimit: the equations
///         conflict, or the iteration failed
OneStepSolution solve_one_step(const OneStepProblem& problem, const VectorXd& guess);

}  // namespace raftup::solver::nonsmooth
