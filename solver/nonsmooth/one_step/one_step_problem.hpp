#pragma once

#include <optional>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver::nonsmooth {

/// A contact with friction: the row `normal`, and the `tangents` rows after it.
struct FrictionCone {
  Eigen::Index normal;
  Eigen::Index tangents;  ///< number of tangential rows, 1 or 2
  double friction;        ///< coefficient of friction mu >= 0
  /// If true, |lambda_T| is the largest component and |w_T| the sum of components.
  bool square = false;
  /// Bound of |lambda_T| instead of mu lambda_N; only sweep() uses it.
  std::optional<double> section = std::nullopt;
};

/// The conditions of all active interactions of a step. They are satisfied by multipliers lambda
/// with w = M lambda + q such that for each row
///   lower < lambda < upper: w = 0;  lambda = lower: w >= 0;  lambda = upper: w <= 0.
/// The rows of a cone instead have lambda_N >= 0, and |lambda_T| <= mu lambda_N with lambda_T = -mu
/// lambda_N w_T / |w_T| if w_T is not 0.
/// @source Acary and Brogliato (2008)
struct OneStepProblem {
  MatrixXd matrix;        ///< matrix M, n x n; positive semidefinite, symmetric or not
  VectorXd offset;        ///< offset q: w = M lambda + q, size n
  VectorXd lower, upper;  ///< bounds of lambda, lower <= upper; infinite for a row without a bound
  std::vector<FrictionCone> cones;

  Eigen::Index size() const { return offset.size(); }
};

struct OneStepSolution {
  VectorXd multipliers;
  int iterations = 0;  ///< pivots, or sweeps and Newton iterations for a problem with friction
  /// natural_residual() of the multipliers, for friction at least conic_residual()
  double residual = 0.0;
};

/// Measures the error of multipliers: the largest change of lambda in
///   lambda - P(lambda - w / s),  s = diagonal of M (or the largest element of the row),
/// with P the projection on the bounds and friction disks, relative to the largest of |lambda| and
/// |q / s|. It is 0 exactly for a solution.
/// @source the natural map: Facchinei and Pang, Finite-Dimensional Variational Inequalities and
///         Complementarity Problems (2003)
double natural_residual(const OneStepProblem& problem, const VectorXd& multipliers);

/// Computes natural_residual() for known w and s; the matrix is not used.
/// @param scales s of each row
/// @param slacks w of each row
double natural_residual(const OneStepProblem& problem, const VectorXd& scales,
                        const VectorXd& slacks, const VectorXd& multipliers);

/// The scale s of each row; it is the same for all rows of a cone.
VectorXd row_scales(const OneStepProblem& problem);

/// Values of the tangential rows of a cone, one or two.
using Tangents = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2, 1>;

/// The residual at which an iteration ends: near the rounding of the relative measure. Chosen, not
/// swept.
inline constexpr double kResidualAim = 1e-13;
/// The largest residual of an accepted solution. It is the accuracy to which reference problems of
/// friction are published. Chosen, not swept.
inline constexpr double kResidualLimit = 1e-8;

/// Solves each connected part of the problem separately: exactly if it has no friction, else by
/// iteration. The residual of each solution is checked.
/// @param guess  multipliers of the last step, with which iteration begins; empty means 0
/// @throws Error(kInternal) with the residual if it stays above kResidualLimit, since the equations
///         conflict or the iteration failed
OneStepSolution solve_one_step(const OneStepProblem& problem, const VectorXd& guess);

}  // namespace raftup::solver::nonsmooth
