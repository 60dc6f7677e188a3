/// @file Transfer functions of a body [N/m, N] between the frequencies and directions of a
///         database.
#pragma once

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Smooth interpolation over the wave directions of a database. A value at any direction is a
/// weighted sum of the filed ones, exact at the filed directions:
/// - directions evenly spaced around the circle: the trigonometric polynomial through them, exact
///   for axisymmetric bodies;
/// - around the circle otherwise: the periodic cubic spline;
/// - over a part of the circle: the cubic spline with natural ends, and the edge's value outside.
class HeadingInterpolation {
 public:
  /// Tolerance beyond the outermost directions of data that do not cover the circle [rad]. A body
  /// may turn by so much before the waves count as outside the data. Chosen, not swept.
  static constexpr double kMargin = 0.0872664625997164788;  // 5 deg

  /// @param directions rad, strictly increasing, spanning at most one turn, size >= 1
  explicit HeadingInterpolation(const VectorXd& directions);

  bool covers_circle() const { return kind_ != Kind::kPart; }

  /// How far a direction lies outside the data [rad]: 0 inside, negative below the first direction,
  /// positive above the last, whichever is nearer.
  double outside(double direction) const;

  /// True if a direction lies within the data, up to rounding [rad].
  bool contains(double direction) const;

  /// Weights of the filed directions at `direction` [rad], which may be anything.
  VectorXd weights(double direction) const;

 private:
  enum class Kind { kTrigonometric, kPeriodicSpline, kPart };

  VectorXd trigonometric_weights(double direction) const;
  VectorXd spline_weights(double direction) const;

  VectorXd directions_;  ///< without a last one that repeats the first [rad]
  Eigen::Index filed_count_;
  Kind kind_ = Kind::kPart;
  MatrixXd curvatures_;  ///< second derivatives at the directions: one column per unit value
};

/// The transfer functions of one body with their phase at the body itself, so that they vary slowly
/// with frequency and direction: X_body = X exp(+i k (x0 cos b + y0 sin b)), (x0, y0) the body's
/// centre of gravity at rest in the database's frame.
class BodyTransferFunction {
 public:
  /// Prepares the transfer functions of one body.
  /// @throws Error(kInvalidArgument) if the database has no excitation
  BodyTransferFunction(const Database& database, Eigen::Index body);

  /// X_body per filed direction [N/m, N m/m], 6 x directions: the cubic spline with natural ends
  /// through its real and imaginary parts at the filed frequencies, which it meets, and at 0, the
  /// limit of very long waves, in which the body feels the water rise as a whole: X(0) = third
  /// column of its hydrostatic stiffness.
  /// @param given omega [rad/s], >= 0; beyond omega_max(), as by rounding, the value there
  /// @source natural cubic splines: de Boor, A Practical Guide to Splines (1978)
  MatrixXcd at(double given) const;

  double omega_max() const { return omega_[omega_.size() - 1]; }

 private:
  VectorXd omega_;                     ///< rad/s: 0, then the frequencies on file
  std::vector<MatrixXcd> values_;      ///< per omega_: 6 x directions
  std::vector<MatrixXcd> curvatures_;  ///< second derivatives of the spline there
};

}  // namespace raftup::hydro
