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

/// Gauss-Seidel: per sweep, each row and each contact in turn solves its own condition exactly with
/// the others held. A contact takes off (q_N >= 0), sticks (-M_cc^-1 q within its cone) or slips,
/// with the l > 0 at which r of (M_cc + l diag(0, 1, 1)) r = -q has |r_T| = mu r_N.
/// Of a square cone each row in turn; of a cone with a given section the normal, then friction.
/// Rows that nothing moves are left as they are.
/// @param x  start and result
void sweep(const ScaledProblem& problem, const ProximalTerm& proximal, int sweeps, VectorXd& x);

}  // namespace raftup::solver::nonsmooth
