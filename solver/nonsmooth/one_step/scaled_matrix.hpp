#pragma once

#include <algorithm>
#include <memory>

#include "solver/nonsmooth/one_step/one_step_problem.hpp"

namespace raftup::solver::nonsmooth {

/// dz -> d(projection of z) of a contact; of one with a single tangent the first 2 x 2.
using Derivative = Matrix3;

/// (I - D + rho D (M + alpha)) dx = -F: a Newton step of proximal_newton, in scaled units.
struct NewtonEquations {
  double alpha = 0.0;
  double rho = 1.0;
  VectorXd F;
  VectorXd row_derivatives;             ///< D, 0 or 1, of rows that are no contacts
  std::vector<Derivative> derivatives;  ///< D of each contact, in the order of the cones
};

/// M x of single rows while x changes, for Gauss-Seidel sweeps.
class RunningProduct {
 public:
  RunningProduct() = default;
  RunningProduct(const RunningProduct&) = delete;
  RunningProduct& operator=(const RunningProduct&) = delete;
  virtual ~RunningProduct() = default;

  /// (M x)_row
  virtual double row(Eigen::Index row) const = 0;
  /// Announces that `count` rows of x from `first` on have changed by the given amounts.
  virtual void change(Eigen::Index first, Eigen::Index count, const Vector3& by) = 0;
};

/// s^2 of the tangents of a cone. The normal has s^2 = m, the mean of its diagonal; the tangents
/// have the same, but at most kTangentUnit times their own mean. A fender yields along its normal a
/// thousand times as easily as ships yield to friction; with one unit for both, Newton's method
/// could hardly distinguish contacts that slip from those that stick. A cone in two units is still
/// a cone, with the friction mu s_T / s_N. Contacts of the same bodies move together, so that they
/// are stiffer together than each by itself.
inline double square_of_tangent_unit(double mean, double mean_of_tangents) {
  // Chosen, not swept: contacts as stiff along as across, up to this ratio, keep one unit.
  constexpr double kTangentUnit = 4.0;
  return mean_of_tangents > 0.0 ? std::min(mean, kTangentUnit * mean_of_tangents) : mean;
}

/// M of a one-step problem in units of its own, D^-1 M D^-1 with D = diag(units()). This interface
/// has everything that the solvers need of M, so that a matrix of known structure need not be
/// written out.
class ScaledMatrix {
 public:
  ScaledMatrix() = default;
  ScaledMatrix(const ScaledMatrix&) = delete;
  ScaledMatrix& operator=(const ScaledMatrix&) = delete;
  virtual ~ScaledMatrix() = default;

  /// s = sqrt(M_ii) of a row, or its largest element if the diagonal is not positive. For a cone
  /// the normal has the mean of its diagonal, and the tangents square_of_tangent_unit().
  virtual const VectorXd& units() const = 0;
  /// Scale s of each row of M before scaling: its diagonal or largest element, equal for all rows
  /// of a cone (nonsmooth::row_scales()).
  virtual const VectorXd& row_scales() const = 0;

  /// result = M x
  virtual void multiply(const VectorXd& x, VectorXd& result) const = 0;
  /// M within rows from `first`, `count` <= 3 of one cone or one row; 0 beyond them.
  virtual Matrix3 own_block(Eigen::Index first, Eigen::Index count) const = 0;
  /// @param x must outlive the result, which must be informed of every change
  virtual std::unique_ptr<RunningProduct> run(const VectorXd& x) const = 0;
  /// dx of a Newton step; not finite if the equations are singular.
  /// @param cones of the problem
  virtual void solve(const std::vector<FrictionCone>& cones, const NewtonEquations& equations,
                     VectorXd& dx) const = 0;
};

}  // namespace raftup::solver::nonsmooth
