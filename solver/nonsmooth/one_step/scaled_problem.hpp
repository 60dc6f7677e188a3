#pragma once

#include "solver/nonsmooth/one_step/one_step_problem.hpp"

namespace raftup::solver::nonsmooth {

/// A one-step problem with friction in units of its own: multipliers x = s lambda, slacks u = w /
/// s,
///   u = D^-1 M D^-1 x + D^-1 q,  D = diag(s),
/// s = sqrt(tr M_cc / rows) of a cone c, sqrt(M_ii) of another row (of a row without a positive
/// diagonal its largest element). The cones stay cones, as s is one for all rows of each.
struct ScaledProblem {
  explicit ScaledProblem(const OneStepProblem& problem);

  Eigen::Index size() const { return offset.size(); }

  RowMajorMatrix matrix;
  VectorXd offset, lower, upper;
  std::vector<FrictionCone> cones;
  VectorXd scales;  ///< s
};

/// What makes a problem well posed: alpha (x - centre) beside u, a step of the proximal point
/// method. @source Rockafellar (1976)
struct ProximalTerm {
  double alpha = 0.0;
  VectorXd centre;
};

/// Gauss-Seidel: per sweep, each row and each contact in turn solves its own condition exactly with
/// the others held. A contact takes off (q_N >= 0), sticks (-M_cc^-1 q within its cone) or slips,
/// with the l > 0 at which r of (M_cc + l diag(0, 1, 1)) r = -q has |r_T| = mu r_N.
/// Rows that nothing moves are left as they are.
/// @param x  start and result
void sweep(const ScaledProblem& problem, const ProximalTerm& proximal, int sweeps, VectorXd& x);

}  // namespace raftup::solver::nonsmooth
