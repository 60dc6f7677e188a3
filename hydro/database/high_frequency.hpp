/// @file The coefficients beyond the frequencies of a database [rad/s]: the added mass at infinite
///         frequency, and the tail of the damping.
#pragma once

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Weights W of the Kramers-Kronig relation, n x n, so that for a matrix entry filed as A(omega_i)
/// and B(omega_j)
///   A_inf = A(omega_i) + sum_j W_ij B(omega_j),
///   W_ij = (2/pi) PV integral_0^inf phi_j(w) / (omega_i^2 - w^2) dw,
/// which is Ogilvie's A(omega) + (1/omega) integral K(tau) sin(omega tau) dtau in closed form. B is
/// taken as linear between the frequencies, from 0 at omega = 0, and to 0 one interval beyond the
/// last frequency: a jump there would make the integral infinite.
/// @param omega [rad/s], > 0, strictly ascending, size n >= 2
/// @source Ogilvie (1964); Kotik and Mangulis (1962)
MatrixXd kramers_kronig_weights(const VectorXd& omega);

/// A_inf of every frequency of A by the relation above, averaged over them; A may end before B
/// does. Without B(omega) the filed K(tau) serves, its sine integral by the trapezoidal rule.
/// @returns 6N x 6N [kg, kg m, kg m2], not symmetrised
/// @throws Error(kInvalidArgument) where the file lacks A(omega), or both B and K
/// @source Ogilvie, Recent progress toward the understanding and prediction of ship motions (1964)
MatrixXd ogilvie_added_mass(const Database& database);

/// The filed A_inf, else ogilvie_added_mass().
MatrixXd infinite_added_mass(const Database& database);

/// The radiation damping beyond the last frequency of a file [rad/s]: it falls as omega^-3 up to
/// ten times that frequency. Of the powers 2, 3 and 4 this one reproduces K and A_inf of a sphere
/// best when its data are cut where B is .15 of the peak: K to 1.7e-2, A_inf to .07 %.
struct DampingTail {
  VectorXd omega;  ///< [rad/s], 128 points, geometric, 1.8 % apart; beyond `end`
  VectorXd fall;   ///< (omega / end)^3, by which the values at `end` are divided
};

/// @param end last frequency of the file [rad/s], > 0
DampingTail damping_tail(double end);

}  // namespace raftup::hydro
