#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Mean drift force on one body in regular waves over the amplitude squared [N/m2, N/m], at its
/// center of gravity in its own axes: D(omega, direction), with one column per wave direction of
/// the data. It is read from the mean drift forces of the database, or else from the diagonal of
/// the difference-frequency transfer function for waves of one direction. It is linear in
/// frequency, from 0 at omega = 0, and 0 beyond the last frequency of the data.
/// @source Maruo (1960); Newman, The drift force and moment on ships in waves, J. Ship Res. 11
///          (1967)
class DriftCoefficients {
 public:
  /// Reads the mean drift forces of one body [N/m2, N/m], or the diagonal of its
  /// difference-frequency transfer function.
  /// @throws Error(kInvalidArgument) if the database has neither
  DriftCoefficients(const Database& database, Eigen::Index body);

  /// Wave directions of the data [rad], ascending.
  const VectorXd& directions() const { return directions_; }
  /// Frequencies of D [rad/s]: 0, then those of the data.
  const VectorXd& omega() const { return omega_; }

  /// Returns D [N/m2, N/m] at one of the frequencies omega(), 6 x directions.
  const MatrixXd& filed(Eigen::Index place) const {
    return values_[static_cast<std::size_t>(place)];
  }

  /// Returns D [N/m2, N/m] at any frequency [rad/s], 6 x directions.
  MatrixXd at(double omega) const;

 private:
  void read_drift(const Database& database, Eigen::Index body);
  void read_diagonal(const QuadraticTransferFunction& qtf, Eigen::Index body);

  VectorXd omega_, directions_;
  std::vector<MatrixXd> values_;  ///< D at each frequency of omega_ [N/m2, N/m]: 6 x directions
};

/// Position of a frequency [rad/s] in an ascending grid: between the grid values `lower` and
/// `lower` + 1, at a fraction of the interval. If the value lies beyond the ends of the grid,
/// `inside` is false.
struct GridPlace {
  Eigen::Index lower = 0;
  double fraction = 0.0;
  bool inside = false;
};
/// Returns the position of a frequency [rad/s] in an ascending grid.
GridPlace place_in(const VectorXd& grid, double value);
/// Returns the position of a frequency [rad/s] as place_in() does, but faster if it lies near the
/// interval `near` of the grid.
GridPlace place_near(const VectorXd& grid, double value, Eigen::Index near);

/// Returns the wave directions [rad], ascending, for which a quadratic transfer function has pairs
/// of two waves of the same direction.
VectorXd directions_of_pairs(const QuadraticTransferFunction& qtf);

}  // namespace raftup::hydro
