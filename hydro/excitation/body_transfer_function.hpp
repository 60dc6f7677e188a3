#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// The transfer functions of one body with their phase at the body itself, so that they vary slowly
/// with frequency and direction: X_body = X exp(+i k (x0 cos b + y0 sin b)), (x0, y0) the body's
/// centre of gravity at rest in the database's frame.
class BodyTransferFunction {
 public:
  /// @throws Error(kInvalidArgument) where the database has no excitation
  BodyTransferFunction(const Database& database, Eigen::Index body);

  /// X_body per filed direction [N/m, N m/m], 6 x directions, linear in frequency between the filed
  /// ones. Below the first it runs linearly to the limit of very long waves, in which the body
  /// feels the water rise as a whole: X(0) = third column of its hydrostatic stiffness.
  /// @param omega rad/s, in [0, omega_max()]
  MatrixXcd at(double omega) const;

  double omega_max() const { return omega_[omega_.size() - 1]; }

 private:
  VectorXd omega_;                 ///< 0, then the filed frequencies
  std::vector<MatrixXcd> values_;  ///< per omega_: 6 x directions
};

}  // namespace raftup::hydro
