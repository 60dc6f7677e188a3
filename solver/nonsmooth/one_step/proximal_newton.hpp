#pragma once

#include "solver/nonsmooth/one_step/scaled_problem.hpp"

namespace raftup::solver::nonsmooth {

struct NewtonResult {
  VectorXd multipliers;  ///< the last x
  VectorXd product;      ///< M x; empty if it is unknown
  int iterations = 0;
  bool solved = false;
};

/// Solves one proximal step by Newton's method on the equations of Alart and Curnier,
///   z = x - rho (u + alpha (x - center)),  rho = 1 / (1 + alpha),
///   F_N = x_N - max(0, z_N),
///   F_T = x_T - z_T if |z_T| <= R, else x_T - R z_T / |z_T|,  R = mu max(0, z_N),
/// with F_T = x_T - clamp(z_T, -R, R) for a square cone, and F = x - clamp(z) for other rows. The
/// zeros of F are the solutions. The radius R uses z_N; with x_N, Newton's method fails on most
/// difficult problems. A line search allows |F| to rise to the largest of its last eight values,
/// and at first to a hundredth of the forces.
/// @param start    x with which the iteration begins
/// @param product  M start; computed if empty
/// @param accuracy largest F at convergence, relative to the largest force, or to a share of the
///         offset if that is larger
/// @source Alart and Curnier (1991); Grippo, Lampariello and Lucidi (1986)
NewtonResult solve_proximal(const ScaledProblem& problem, const ProximalTerm& proximal,
                            const VectorXd& start, const VectorXd& product, double accuracy);

}  // namespace raftup::solver::nonsmooth
