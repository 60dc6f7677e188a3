#pragma once

#include <optional>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver::nonsmooth {

/// A contact with friction: row `normal` and the `tangents` rows after it.
struct FrictionCone {
  Eigen::Index normal;
  Eigen::Index tangents;  ///< 1 or 2
  double friction;        ///< mu >= 0
  bool square = false;    ///< |lambda_T| counts the largest of its components, |w_T| their sum
  /// Bound of |lambda_T| instead of mu lambda_N; used by sweep() only.
  std::optional<double> section = std::nullopt;
};

/// The conditions of all active interactions of a step: multipliers lambda with
/// w = M lambda + q such that per row
///   lower < lambda < upper: w = 0;  lambda = lower: w >= 0;  lambda = upper: w <= 0,
/// where the rows of a cone have lambda_N >= 0 as their bound, and |lambda_T| <= mu lambda_N with
/// lambda_T = -mu lambda_N w_T / |w_T| where w_T is not 0.
/// @source Acary and Brogliato (2008)
struct OneStepProblem {
  MatrixXd matrix;        ///< M, n x n; positive semidefinite, symmetric or not
  VectorXd offset;        ///< q
  VectorXd lower, upper;  ///< lower <= upper, infinite where there is no bound
  std::vector<FrictionCone> cones;

  Eigen::Index size() const { return offset.size(); }
};

struct OneStepSolution {
  VectorXd multipliers;
  int iterations = 0;     ///< pivots, or sweeps and Newton iterations where there is friction
  double residual = 0.0;  ///< natural_residual()
};

/// How far multipliers are from a solution: the largest change of
///   lambda - P(lambda - w / s),  s = diagonal of M (or its row's largest element),
/// with P the projection on the bounds and friction discs, relative to the largest of |lambda| and
/// |q / s|. 0 exactly at a solution.
/// @source the natural map: Facchinei and Pang, Finite-Dimensional Variational Inequalities and
///         Complementarity Problems (2003)
double natural_residual(const OneStepProblem& problem, const VectorXd& multipliers);

/// The same for known w and s; the matrix is not needed.
double natural_residual(const OneStepProblem& problem, const VectorXd& scales,
                        const VectorXd& slacks, const VectorXd& multipliers);

/// The scale s of each row: the same for all rows of a cone.
VectorXd row_scales(const OneStepProblem& problem);

/// Values for the tangential rows of a cone: one or two.
using Tangents = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2, 1>;

/// The residual at which an iteration ends: near the rounding of the relative measure. Chosen, not
/// swept.
inline constexpr double kResidualAim = 1e-13;
/// The largest residual of a solution that is accepted, the accuracy to which reference problems of
/// friction are published. Chosen, not swept.
inline constexpr double kResidualLimit = 1e-8;

/// Solves each connected part of the problem by itself: exactly where it has no friction, else by
/// iteration. The residual is checked, never assumed.
/// @param guess  multipliers of the step before, where iteration begins; empty: 0
/// @throws Error(kInternal) with the residual where it stays above kResidualLimit: the equations
///         conflict, or the iteration failed
OneStepSolution solve_one_step(const OneStepProblem& problem, const VectorXd& guess);

}  // namespace raftup::solver::nonsmooth
