#pragma once

#include <algorithm>
#include <memory>

#include "solver/nonsmooth/one_step/one_step_problem.hpp"

namespace raftup::solver::nonsmooth {

/// The derivative D of the projection of z on the cone of a contact, d(projection) = D dz; for a
/// single tangent only the first 2 x 2 entries are used.
using Derivative = Matrix3;

/// The equations (I - D + rho D (M + alpha)) dx = -F of a Newton step in solve_proximal(), in
/// scaled units.
struct NewtonEquations {
  double alpha = 0.0;
  double rho = 1.0;
  VectorXd F;
  VectorXd row_derivatives;             ///< D, 0 or 1, of rows that belong to no contact
  std::vector<Derivative> derivatives;  ///< D of each contact, in the order of the cones
};

/// The product M x, of which single rows are read while x changes, for Gauss-Seidel sweeps.
class RunningProduct {
 public:
  RunningProduct() = default;
  RunningProduct(const RunningProduct&) = delete;
  RunningProduct& operator=(const RunningProduct&) = delete;
  virtual ~RunningProduct() = default;

  /// Returns row `row` of M x.
  virtual double row(Eigen::Index row) const = 0;
  /// Updates the product after `count` rows of x from `first` on have changed by the given amounts.
  virtual void change(Eigen::Index first, Eigen::Index count, const Vector3& by) = 0;
};

/// The square s^2 of the unit of the tangents of a cone. The normal has s^2 = m, the mean of the
/// diagonal of the cone; the tangents have the same, but at most kTangentUnit times their own mean.
/// A fender yields along its normal a thousand times as easily as ships yield to friction; with one
/// unit for both, Newton's method could hardly distinguish contacts that slip from those that
/// stick. A cone with two units is still a cone, with the friction mu s_T / s_N. The mean is used
/// because contacts of the same bodies move together and are then stiffer than each contact alone.
inline double square_of_tangent_unit(double mean, double mean_of_tangents) {
  // Chosen, not swept: contacts as stiff along as across, up to this ratio, keep one unit.
  constexpr double kTangentUnit = 4.0;
  return mean_of_tangents > 0.0 ? std::min(mean, kTangentUnit * mean_of_tangents) : mean;
}

/// The matrix M of a one-step problem in scaled units, D^-1 M D^-1 with D = diag(units()). This
/// interface has all operations on M that the solvers need, so that a matrix of known structure
/// need not be stored in full.
class ScaledMatrix {
 public:
  ScaledMatrix() = default;
  ScaledMatrix(const ScaledMatrix&) = delete;
  ScaledMatrix& operator=(const ScaledMatrix&) = delete;
  virtual ~ScaledMatrix() = default;

  /// The unit s of each row: sqrt(M_ii), or the root of the largest element of the row if M_ii is
  /// not positive. For a cone, s^2 of the normal is the mean of the diagonal, and that of the
  /// tangents is square_of_tangent_unit().
  virtual const VectorXd& units() const = 0;
  /// Scale of each row of M before scaling: its diagonal or largest element, equal for all rows of
  /// a cone (nonsmooth::row_scales()).
  virtual const VectorXd& row_scales() const = 0;

  /// Computes result = M x.
  virtual void multiply(const VectorXd& x, VectorXd& result) const = 0;
  /// The block of M for the `count` <= 3 rows from `first` on, which are one cone or one row; 0 in
  /// the rest.
  virtual Matrix3 own_block(Eigen::Index first, Eigen::Index count) const = 0;
  /// Returns the running product M x.
  /// @param x must outlive the result; the result must be informed of every change of x
  virtual std::unique_ptr<RunningProduct> run(const VectorXd& x) const = 0;
  /// Computes dx of a Newton step; dx is not finite if the equations are singular.
  /// @param cones of the problem
  virtual void solve(const std::vector<FrictionCone>& cones, const NewtonEquations& equations,
                     VectorXd& dx) const = 0;
};

}  // namespace raftup::solver::nonsmooth
