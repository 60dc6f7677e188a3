/// @file The coefficients beyond the last frequency of a database [rad/s]: the added mass at
///         infinite frequency, and the tail of the damping.
#pragma once

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Computes weights W of the Kramers-Kronig relation, an n x n matrix. For each element of the
/// matrices A and B,
///   A_inf = A(omega_i) + sum_j W_ij B(omega_j),
///   W_ij = (2/pi) PV integral_0^inf phi_j(w) / (omega_i^2 - w^2) dw,
/// where PV is the principal value and phi_j is the linear interpolation function of B(omega_j). It
/// is Ogilvie's relation A_inf = A(omega) + (1/omega) integral K(tau) sin(omega tau) dtau in closed
/// form. B is linear between the frequencies; it rises from 0 at omega = 0 and falls to 0 within
/// one interval beyond the last frequency, because a jump there would make the integral infinite.
/// @param omega frequencies [rad/s], > 0, strictly ascending, size n >= 2
/// @source Ogilvie (1964); Kotik and Mangulis (1962)
MatrixXd kramers_kronig_weights(const VectorXd& omega);

/// Computes the added mass at infinite frequency from A(omega) and B(omega) by Ogilvie's relation
/// (see kramers_kronig_weights()). Each frequency of A gives one estimate; the result is their
/// mean. A may have fewer frequencies than B. If the file lacks B(omega), its kernel K(tau) is
/// used, with the sine integral by the trapezoidal rule.
/// @returns 6N x 6N matrix [kg, kg m, kg m2], not made symmetric
/// @throws Error(kInvalidArgument) if the file lacks A(omega), or both B and K
/// @source Ogilvie, Recent progress toward the understanding and prediction of ship motions (1964)
MatrixXd ogilvie_added_mass(const Database& database);

/// Returns the added mass at infinite frequency of the file or, if the file lacks it, that of
/// ogilvie_added_mass(). The result is 6N x 6N [kg, kg m, kg m2].
MatrixXd infinite_added_mass(const Database& database);

/// Continuation of the radiation damping beyond the last frequency of a file [rad/s]: it falls as
/// omega^-3 up to ten times that frequency. Of the powers 2, 3 and 4 this one reproduces K and
/// A_inf of a sphere best, if the data end where B is .15 of its peak: K to 1.7e-2, A_inf to .07 %.
struct DampingTail {
  /// Frequencies [rad/s] beyond the last one of the file: 128 points in geometric progression, 1.8
  /// % apart.
  VectorXd omega;
  /// (omega / end)^3, by which the damping at the last frequency `end` [rad/s] is divided.
  VectorXd fall;
};

/// Returns the frequencies and divisors of the tail of the damping.
/// @param end last frequency of the file [rad/s], > 0
DampingTail damping_tail(double end);

}  // namespace raftup::hydro
