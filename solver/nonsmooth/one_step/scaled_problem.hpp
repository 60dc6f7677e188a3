#pragma once

#include "solver/nonsmooth/one_step/scaled_matrix.hpp"

namespace raftup::solver::nonsmooth {

/// A one-step problem with friction in the units s of its matrix: multipliers x = s lambda, slacks
/// u = w / s,
///   u = D^-1 M D^-1 x + D^-1 q,  D = diag(s),
/// with mu s_T / s_N for the friction of each cone.
struct ScaledProblem {
  /// @param problem its matrix is not used
  /// @param scaled  its matrix in these units; must outlive this object
  ScaledProblem(const OneStepProblem& problem, const ScaledMatrix& scaled);

  Eigen::Index size() const { return offset.size(); }

  const ScaledMatrix& matrix;
  VectorXd offset, lower, upper;
  std::vector<FrictionCone> cones;
};

/// The term that makes a problem well posed: alpha (x - centre) added to u, a step of the proximal
/// point method.
/// @source Rockafellar (1976)
///
struct ProximalTerm {
  double alpha = 0.0;
  VectorXd center;
};

/// Makes sweeps of the Gauss-Seidel method: each row and each contact in turn solves its own
/// condition exactly while the others are held. A contact opens (q_N >= 0), sticks (-M_cc^-1 q lies
/// within its cone) or slips, with the l > 0 for which the solution r of
/// (M_cc + l diag(0, 1, 1)) r = -q has |r_T| = mu r_N. The rows of a square cone are solved one
/// after another; for a cone with a given section, the normal row is solved before friction. Rows
/// with a diagonal of zero are left unchanged.
/// @param x  start and result
void sweep(const ScaledProblem& problem, const ProximalTerm& proximal, int sweeps, VectorXd& x);

}  // namespace raftup::solver::nonsmooth
