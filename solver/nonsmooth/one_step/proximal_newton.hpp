#pragma once

#include "solver/nonsmooth/one_step/scaled_problem.hpp"

namespace raftup::solver::nonsmooth {

struct NewtonResult {
  VectorXd multipliers;  ///< x, the last
  VectorXd product;      ///< M x; empty where it is not known
  int iterations = 0;
  bool solved = false;
};

/// Newton's method on the equations of Alart and Curnier of one proximal step,
///   z = x - rho (u + alpha (x - centre)),  rho = 1 / (1 + alpha),
///   F_N = x_N - max(0, z_N),
///   F_T = x_T - z_T where |z_T| <= R, else x_T - R z_T / |z_T|,  R = mu max(0, z_N),
/// of a square cone F_T = x_T - clamp(z_T, -R, R), and F = x - clamp(z) of other rows, whose zeros
/// are the solutions. The radius is that of z_N: of x_N, Newton's method fails on most problems
/// that are hard. A line search allows |F| to rise up to the largest of the last eight,
/// and at first to a hundredth of the forces.
/// @param product  M start; empty: to be found
/// @param accuracy F is 0 below this part of the forces, or of what they would be
/// @source Alart and Curnier (1991); Grippo, Lampariello and Lucidi (1986)
NewtonResult solve_proximal(const ScaledProblem& problem, const ProximalTerm& proximal,
                            const VectorXd& start, const VectorXd& product, double accuracy);

}  // namespace raftup::solver::nonsmooth
