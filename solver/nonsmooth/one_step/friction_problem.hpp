#pragma once

#include "solver/nonsmooth/one_step/scaled_matrix.hpp"

namespace raftup::solver::nonsmooth {

/// Solves a problem with friction cones. Gauss-Seidel sweeps begin the solution; then follow steps
/// of the proximal point method, each of them solved by Newton's method (solve_proximal), with an
/// alpha that decreases as they succeed. The method also works for singular matrices, as those of
/// boxes on four points, and for problems without a unique solution. The residual is the accuracy
/// that was reached.
/// @param guess  multipliers to begin with; empty: 0
/// @source Alart and Curnier (1991); De Saxce and Feng (1998); Rockafellar (1976); Acary and others
///         (2018)
OneStepSolution solve_friction_problem(const OneStepProblem& problem, const VectorXd& guess,
                                       double residual_aim);

/// The same for a matrix M of known structure.
/// @param problem without its matrix
OneStepSolution solve_friction_problem(const OneStepProblem& problem, const ScaledMatrix& matrix,
                                       const VectorXd& guess, double residual_aim);

/// How far multipliers are from a solution in De Saxce's form, K containing lambda orthogonal to
/// w + mu |w_T| n in K*: |lambda - P_K(lambda - (w + mu |w_T| n))| / |q| in scaled units, P_K the
/// projection on the cones and bounds. 0 exactly at a solution.
double conic_residual(const OneStepProblem& problem, const VectorXd& multipliers);

}  // namespace raftup::solver::nonsmooth
