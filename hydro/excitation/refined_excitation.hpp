#pragma once

#include <memory>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/numerics/natural_spline.hpp"
#include "hydro/numerics/resonant_series.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// The transfer functions X of all bodies of a database between its frequencies. Each has its phase
/// at the body itself, so that it varies slowly with frequency and direction: X_body = X exp(+i k
/// (x0 cos b + y0 sin b)), where b is the wave direction and (x0, y0) the center of gravity of the
/// body at rest in the frame of the database. Real and imaginary parts are natural cubic splines
/// through the values at the frequencies of the database, at those that refine_series() adds with
/// the sharp resonances of added mass and damping, and at 0. The value at 0 is the limit of very
/// long waves, in which a body experiences the elevation as a uniform rise of the water: X(0) is
/// the third column of its hydrostatic stiffness. Immutable.
class RefinedExcitation {
 public:
  /// @throws Error(kInvalidArgument) if the database has no excitation
  explicit RefinedExcitation(const Database& database);

  /// Returns X of one body at a frequency [N/m, N m/m], 6 x directions.
  /// @param omega frequency [rad/s], >= 0; beyond omega_max(), for example by rounding, the value at
  ///        omega_max() is returned
  MatrixXcd at(double omega, Eigen::Index body) const;

  /// The knots of the splines [rad/s]: 0, the frequencies of the database and those added.
  const VectorXd& knots() const { return spline_.knots(); }

  double omega_max() const { return knots()[knots().size() - 1]; }  ///< last frequency [rad/s]

  /// Estimated error of X in each interval between frequencies of the database, relative to the
  /// largest |X| of the dof.
  const std::vector<IntervalError>& errors() const { return errors_; }

 private:
  RefinedExcitation(const RefinedSeries& refined, Eigen::Index directions);

  Eigen::Index directions_;
  /// One row per frequency; its columns are the dofs of all bodies, direction after direction.
  NaturalSpline spline_;
  std::vector<IntervalError> errors_;
};

/// Returns the refined excitation of a database. Those of the databases that were used last are kept
/// while the program runs, and are found by a digest of the data that they depend on. Thread-safe.
/// @throws Error(kInvalidArgument) if the database has no excitation
std::shared_ptr<const RefinedExcitation> refined_excitation(const Database& database);

}  // namespace raftup::hydro
