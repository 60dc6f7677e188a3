/// @file Transfer functions of a body [N/m, N], interpolated between the frequencies and directions
///         of a database.
#pragma once

#include <memory>
#include <utility>

#include "hydro/database/database.hpp"
#include "hydro/excitation/refined_excitation.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Smooth interpolation over the wave directions of a database. The value at any direction is a
/// weighted sum of the values at the directions of the database, where it is exact. The method
/// depends on the directions:
///  - evenly spaced around the circle: the trigonometric polynomial through the values, which is
///    exact for axisymmetric bodies;
///  - otherwise around the circle: the periodic cubic spline;
///  - over a part of the circle: the natural cubic spline, and the value at the edge outside.
class HeadingInterpolation {
 public:
  /// Angle by which a direction may lie outside data that do not cover the circle before an error
  /// is raised [rad]. Chosen, not swept.
  static constexpr double kMargin = 0.0872664625997164788;  // 5 deg

  /// @param directions wave directions [rad], strictly increasing, spanning at most one turn, at
  ///         least one
  explicit HeadingInterpolation(const VectorXd& directions);

  /// Returns true if the directions cover the full circle.
  bool covers_circle() const { return kind_ != Kind::kPart; }

  /// Returns the angle by which a direction lies outside the data [rad]: 0 inside, negative if it
  /// is nearest to the first direction, positive if it is nearest to the last one.
  double outside(double direction) const;

  /// Returns true if a direction [rad] lies within the data, up to rounding.
  bool contains(double direction) const;

  /// Returns the weights of the database's directions for the value at any direction [rad].
  VectorXd weights(double direction) const;

 private:
  enum class Kind { kTrigonometric, kPeriodicSpline, kPart };

  VectorXd trigonometric_weights(double direction) const;
  VectorXd spline_weights(double direction) const;

  /// Directions of the database [rad], without a last one that repeats the first.
  VectorXd directions_;
  Eigen::Index filed_count_;
  Kind kind_ = Kind::kPart;
  /// Second derivatives of the spline at the directions; each column is for a unit value at one
  /// direction.
  MatrixXd curvatures_;
};

/// The transfer functions from waves to the force on one body, with their phase at the body itself,
/// at any frequency (see RefinedExcitation).
class BodyTransferFunction {
 public:
  /// @param of_bodies those of all bodies of a database, as by refined_excitation()
  BodyTransferFunction(std::shared_ptr<const RefinedExcitation> of_bodies, Eigen::Index body)
      : of_bodies_(std::move(of_bodies)), body_(body) {}

  /// Returns X_body in each wave direction of the database at one frequency [N/m, N m/m], 6 x
  /// directions.
  /// @param omega frequency [rad/s], >= 0; beyond omega_max(), for example by rounding, the value at
  ///        omega_max() is returned
  MatrixXcd at(double omega) const { return of_bodies_->at(omega, body_); }

  /// Last frequency of the database [rad/s].
  double omega_max() const { return of_bodies_->omega_max(); }

 private:
  std::shared_ptr<const RefinedExcitation> of_bodies_;
  Eigen::Index body_;
};

}  // namespace raftup::hydro
