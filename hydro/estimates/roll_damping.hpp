#pragma once

#include <span>
#include <vector>

#include "hydro/estimates/particulars.hpp"

namespace raftup::hydro {

/// Parts of the roll damping without forward speed, each as dimensionless coefficient B^ = B44 /
/// (rho V B^2) sqrt(B / 2g) [1].
struct RollDampingParts {
  double friction = 0.0;
  /// Wave damping by radiated waves [1], which a hydrodynamic database contains as well.
  double wave = 0.0;
  double eddy = 0.0;
  double bilge_keels = 0.0;

  /// Sum of all parts.
  double total() const { return friction + wave + eddy + bilge_keels; }
  /// Sum of all parts but the wave damping [1].
  double without_wave() const { return friction + eddy + bilge_keels; }
};

/// Returns the factor rho V B^2 sqrt(2g / B) by which a dimensionless coefficient is multiplied to
/// obtain N m s/rad.
double roll_damping_unit(const ShipParticulars& ship, const EstimateWater& water);

/// Returns the dimensionless frequency omega sqrt(B / 2g) [1].
/// @param omega frequency of the roll motion [rad/s]
double dimensionless_roll_frequency(const ShipParticulars& ship, const EstimateWater& water,
                                    double omega);

/// Estimates the roll damping without forward speed by Ikeda's method, in a simplified form that
/// approximates the results for a family of hulls by polynomials. It uses L, B, T, V, C_M, the
/// height of the center of mass and the bilge keels.
/// @param omega     frequency of the roll motion [rad/s], > 0
/// @param amplitude amplitude phi of the roll motion [rad], > 0
/// @throws BrokenRule if a particular is invalid, or if a formula is not defined for the
///          particulars
/// @source Kawahara, Maekawa and Ikeda (2009), A simple prediction formula of roll damping of
///          conventional cargo ships on the basis of Ikeda's method and its limitation
RollDampingParts roll_damping(const ShipParticulars& ship, const EstimateWater& water, double omega,
                              double amplitude);

/// Returns the quantities of a ship that lie outside the range of hulls from which roll_damping()
/// was derived: B/T from 2.5 to 4.5, C_B from .5 to .85, C_M from .9 to .99, OG/T from -1.5 to .2
/// (OG is the depth of the center of mass below still water), dimensionless frequency up to 1, and
/// bilge keels, if any, with a breadth of .01 to .06 B and a length of .05 to .4 L.
/// @param omega frequency of the roll motion [rad/s]
std::vector<BrokenRange> roll_damping_ranges(const ShipParticulars& ship,
                                             const EstimateWater& water, double omega);

/// Coefficients of linear and quadratic damping that together dissipate the same energy per period
/// as equivalent linear coefficients at several amplitudes [rad].
struct LinearQuadratic {
  double linear = 0.0;     ///< linear coefficient b1, in the unit of the equivalent coefficients
  double quadratic = 0.0;  ///< quadratic coefficient b2, in that unit times s/rad
};

/// Fits b1 + 8/(3 pi) b2 omega phi to equivalent linear damping coefficients by least squares.
/// @param omega        frequency of the motion [rad/s], > 0
/// @param amplitudes   amplitudes phi of the motion [rad], at least two different ones
/// @param coefficients equivalent linear damping coefficients, one per amplitude
/// @throws BrokenRule if there are fewer than two different amplitudes
LinearQuadratic fit_linear_quadratic(double omega, std::span<const double> amplitudes,
                                     std::span<const double> coefficients);

}  // namespace raftup::hydro
