#pragma once

#include "solver/nonsmooth/one_step/scaled_matrix.hpp"

namespace raftup::solver::nonsmooth {

/// A one-step problem with friction in the units s of its matrix. With multipliers x = s lambda and
/// slacks u = w / s it is
///   u = D^-1 M D^-1 x + D^-1 q,  D = diag(s),
/// with mu s_T / s_N as the friction of each cone.
struct ScaledProblem {
  /// @param problem its matrix is not used
  /// @param scaled  the matrix of the problem in these units; must outlive this object
  ScaledProblem(const OneStepProblem& problem, const ScaledMatrix& scaled);

  Eigen::Index size() const { return offset.size(); }

  const ScaledMatrix& matrix;
  VectorXd offset, lower, upper;
  std::vector<FrictionCone> cones;
};

/// A term alpha (x - center) that is added to u, so that the problem is well posed: a step of the
/// proximal point method.
/// @source Rockafellar (1976)
struct ProximalTerm {
  double alpha = 0.0;
  VectorXd center;
};

/// Makes Gauss-Seidel sweeps: each row and each contact in turn solves its own condition exactly
/// while the others are fixed. A contact opens (q_N >= 0), sticks (-M_cc^-1 q is in its cone) or
/// slips, with the l > 0 for which the solution r of (M_cc + l diag(0, 1, 1)) r = -q has |r_T| = mu
/// r_N. The rows of a square cone are solved one after the other; for a cone with a given section,
/// the normal row is solved before friction. Rows with a diagonal of zero are not changed.
/// @param sweeps number of sweeps
/// @param x      start and result
void sweep(const ScaledProblem& problem, const ProximalTerm& proximal, int sweeps, VectorXd& x);

}  // namespace raftup::solver::nonsmooth
