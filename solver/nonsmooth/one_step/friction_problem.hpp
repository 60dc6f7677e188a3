#pragma once

#include "solver/nonsmooth/one_step/scaled_matrix.hpp"

namespace raftup::solver::nonsmooth {

/// Solves a problem with friction cones. Without a guess the solution begins with Gauss-Seidel
/// sweeps. Steps of the proximal point method follow, each solved by Newton's method
/// (solve_proximal), with a weight alpha that decreases as the steps succeed. The method also works
/// for singular matrices, such as those of boxes on four points, and for problems without a unique
/// solution. The residual of the solution is the accuracy that was reached.
/// @param guess        multipliers with which the iteration begins; empty means 0
/// @param residual_aim residual at which the iteration ends
/// @source Alart and Curnier (1991); De Saxce and Feng (1998); Rockafellar (1976); Acary and others
///         (2018)
OneStepSolution solve_friction_problem(const OneStepProblem& problem, const VectorXd& guess,
                                       double residual_aim);

/// Solves a problem with friction cones as the other overload, for a matrix M of known structure
/// that is not stored in full.
/// @param problem without its matrix
/// @param matrix  M of the problem
OneStepSolution solve_friction_problem(const OneStepProblem& problem, const ScaledMatrix& matrix,
                                       const VectorXd& guess, double residual_aim);

/// Measures the error of multipliers in the form of De Saxce: lambda in K, orthogonal to w + mu
/// |w_T| n in K*. The residual is |lambda - P_K(lambda - (w + mu |w_T| n))| / |q| in scaled units,
/// with P_K the projection on the cones and bounds. It is 0 exactly for a solution.
double conic_residual(const OneStepProblem& problem, const VectorXd& multipliers);

}  // namespace raftup::solver::nonsmooth
