#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Mean drift force of one body in regular waves over the amplitude squared [N/m2, N/m], at its
/// centre of gravity in its own axes: D(omega, direction), one column per filed direction. Filed as
/// such, else the diagonal of the difference-frequency qtf of waves of one direction. Linear in
/// frequency, from 0 at omega = 0; nothing beyond the last filed frequency.
/// @source Maruo (1960); Newman, The drift force and moment on ships in waves, J. Ship Res. 11
///         (1967)
class DriftCoefficients {
 public:
  /// Prepares the mean drift of one body, from its drift coefficients or from the diagonal of its
  /// difference-frequency data.
  /// @throws Error(kInvalidArgument) if the database has neither
  DriftCoefficients(const Database& database, Eigen::Index body);

  const VectorXd& directions() const { return directions_; }  ///< rad, ascending
  const VectorXd& omega() const { return omega_; }            ///< rad/s: 0, then those filed

  /// D at one of omega(), 6 x directions.
  const MatrixXd& filed(Eigen::Index place) const {
    return values_[static_cast<std::size_t>(place)];
  }

  /// D at any frequency [rad/s], 6 x directions [N/m2, N/m].
  MatrixXd at(double omega) const;

 private:
  void read_drift(const Database& database, Eigen::Index body);
  void read_diagonal(const QuadraticTransferFunction& qtf, Eigen::Index body);

  VectorXd omega_, directions_;
  std::vector<MatrixXd> values_;  ///< per omega_
};

/// The place of a frequency [rad/s] in an ascending grid: between `lower` and the next one, at a
/// fraction of the interval. Nothing beyond the ends.
struct GridPlace {
  Eigen::Index lower = 0;
  double fraction = 0.0;
  bool inside = false;
};
GridPlace place_in(const VectorXd& grid, double value);
/// The same, found faster if the value lies near the interval `near` of the grid.
GridPlace place_near(const VectorXd& grid, double value, Eigen::Index near);

/// The directions of the pairs of one direction that a qtf has, ascending [rad].
VectorXd directions_of_pairs(const QuadraticTransferFunction& qtf);

}  // namespace raftup::hydro
