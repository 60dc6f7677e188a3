#pragma once

#include <functional>
#include <vector>

#include "hydro/numerics/natural_spline.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup {

/// Values of several functions of frequency, whose resonances are known or unknown poles that all
/// of them share.
struct ResonantSeries {
  VectorXd omega;               ///< frequencies [rad/s], > 0, strictly ascending, at least one
  MatrixXcd values;             ///< one row per frequency, one column per function
  Eigen::RowVectorXcd at_rest;  ///< values at omega = 0
  /// Size of every function, by which errors are divided; a function of size 0 is not looked at.
  Eigen::RowVectorXd scale;
  /// Known poles with Im > 0, each the half of a conjugate pair [rad/s]; may be empty.
  VectorXcd poles;
  /// Factors, one per function, that turn the values at omega [rad/s] into a second form of them,
  /// which is interpolated beside the first one; empty if there is no other form.
  std::function<Eigen::RowVectorXcd(double omega)> factors;
};

/// Estimated error of a series in an interval between two of its frequencies.
struct IntervalError {
  double relative = 0.0;  ///< largest error of any function, divided by its scale [1]
  double omega = 0.0;     ///< frequency at which two models of the series differ most [rad/s]
};

/// A series with more frequencies, through which natural cubic splines are accurate.
struct RefinedSeries {
  VectorXd omega;  ///< 0, the frequencies of the series, and those added between them [rad/s]
  RowMajorMatrixXcd values;  ///< one row per frequency, one column per function
  /// Estimated error in every interval between frequencies of the series; one less than there are
  /// frequencies.
  std::vector<IntervalError> errors;
};

/// Computes the values of a series between its frequencies by two models.
///  - The spline with poles: D(s) = prod (s - p)(s - conj p)/|p|^2 over the known poles p is
///    multiplied with the values, a cubic spline (CubicSpline) is laid through the products, and the
///    result is divided by D. It is exact at the frequencies and needs no residues.
///  - The median of rational interpolants: up to four of each form of the values, with different
///    numbers of supports among the 20 frequencies nearest to the interval. One interpolant may
///    have a stray pole; their median has none as long as most of them agree.
///
/// The spline with poles is the result wherever it is within .001 of the scale of the polynomials of
/// fifth degree through the products of D with the six values around the interval; this difference
/// is then the estimated error. Elsewhere the result is the median of the interpolants and of four
/// copies of the spline with poles, so that it leaves this spline only as far as the interpolants
/// agree. In an interval where the interpolants differ from their median by more (median of the
/// distances) than it differs from the spline with poles, as they do on noisy data, the result is
/// the spline with poles, and the estimated error is its distance from the median.
///
/// Where the result is a median, the estimated error is the geometric mean of its distances from
/// both models. On sample databases of which frequencies were left out, it is within a factor of
/// 1.5 of the error at these frequencies in most cases.
///
/// Fifteen frequencies are added to an interval if the result there differs by more than .001 of
/// the scale from the natural cubic spline through the series alone. Below the first frequency none
/// are added.
RefinedSeries refine_series(const ResonantSeries& series);

}  // namespace raftup
