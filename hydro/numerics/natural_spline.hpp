#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup {

/// A matrix whose rows are contiguous in memory, with complex elements.
using RowMajorMatrixXcd = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Natural cubic splines of several complex functions of one variable through values at common
/// knots: the second derivatives are 0 at the first and at the last knot. Through two knots they
/// are lines.
/// @source de Boor, A Practical Guide to Splines (1978)
class NaturalSpline {
 public:
  /// @param knots  strictly ascending, at least two, any unit
  /// @param values one row per knot, one column per function
  NaturalSpline(VectorXd knots, RowMajorMatrixXcd values);

  /// Returns the values of all functions at x. Beyond the knots it is the cubic of the first or the
  /// last interval.
  Eigen::RowVectorXcd at(double x) const { return at(x, 0, values_.cols()); }
  /// Returns the values of `count` functions from the function `first` on.
  Eigen::RowVectorXcd at(double x, Eigen::Index first, Eigen::Index count) const;

  const VectorXd& knots() const { return knots_; }             ///< the knots
  const RowMajorMatrixXcd& values() const { return values_; }  ///< values at the knots

 private:
  VectorXd knots_;
  RowMajorMatrixXcd values_, curvatures_;  ///< values and second derivatives at the knots
};

}  // namespace raftup
