#pragma once

#include <span>
#include <vector>

#include "hydro/estimates/particulars.hpp"

namespace raftup::hydro {

/// Roll damping without forward speed by its parts, each B^ = B44 / (rho V B^2) sqrt(B / 2g) [1].
struct RollDampingParts {
  double friction = 0.0;
  double wave = 0.0;  ///< radiated waves: a hydrodynamic database has them, too
  double eddy = 0.0;
  double bilge_keels = 0.0;

  double total() const { return friction + wave + eddy + bilge_keels; }
  double without_wave() const { return friction + eddy + bilge_keels; }
};

/// What a dimensionless coefficient is times to become N m s/rad: rho V B^2 sqrt(2g / B).
double roll_damping_unit(const ShipParticulars& ship, const EstimateWater& water);

/// omega sqrt(B / 2g) [1].
/// @param omega [rad/s]
double dimensionless_roll_frequency(const ShipParticulars& ship, const EstimateWater& water,
                                    double omega);

/// Ikeda's prediction of roll damping without forward speed, in the simple form that fits its
/// sections over a family of hulls by polynomials. It uses L, B, T, V, C_M, the height of the
/// center of mass and the bilge keels.
/// @param omega     of the roll motion [rad/s], > 0
/// @param amplitude phi of the roll motion [rad], > 0
/// @throws BrokenRule for particulars that are none, or where a formula has no value
/// @source Kawahara, Maekawa and Ikeda (2009), A simple prediction formula of roll damping of
///         conventional cargo ships on the basis of Ikeda's method and its limitation
RollDampingParts roll_damping(const ShipParticulars& ship, const EstimateWater& water, double omega,
                              double amplitude);

/// What of a ship is outside of the hulls that the formula was made from: B/T from 2.5 to 4.5, C_B
/// from .5 to .85, C_M from .9 to .99, OG/T from -1.5 to .2 (G below still water: OG > 0),
/// dimensionless frequency up to 1; bilge keels, if any, .01 to .06 of B wide and .05 to .4 of L
/// long.
/// @param omega [rad/s]
std::vector<BrokenRange> roll_damping_ranges(const ShipParticulars& ship,
                                             const EstimateWater& water, double omega);

/// Linear and quadratic damping that dissipate in a period what a coefficient does.
struct LinearQuadratic {
  double linear = 0.0;     ///< b1, unit of the coefficient
  double quadratic = 0.0;  ///< b2, unit of the coefficient times s/rad
};

/// Least squares of b1 + 8/(3 pi) b2 omega phi over coefficients.
/// @param omega        [rad/s], > 0
/// @param amplitudes   phi [rad], at least two different ones
/// @param coefficients of equivalent linear damping, one per amplitude
/// @throws BrokenRule where there are fewer than two different amplitudes
LinearQuadratic fit_linear_quadratic(double omega, std::span<const double> amplitudes,
                                     std::span<const double> coefficients);

}  // namespace raftup::hydro
