#pragma once

#include <vector>

#include "hydro/estimates/particulars.hpp"

namespace raftup::hydro {

/// Resistance of a ship in calm deep water by its parts [N].
struct ResistanceParts {
  double friction = 0.0;     ///< R_F of a plate of the hull's length and surface
  double form_factor = 1.0;  ///< 1 + k1 [1]
  double appendages = 0.0;   ///< R_app
  double wave = 0.0;         ///< R_W
  double bulb = 0.0;         ///< R_B, pressure at a bulb near the surface
  double transom = 0.0;      ///< R_TR, pressure at an immersed transom
  double correlation = 0.0;  ///< R_A, from model to ship: roughness and the air

  /// (1 + k1) R_F + R_app + R_W + R_B + R_TR + R_A [N].
  double total() const {
    return form_factor * friction + appendages + wave + bulb + transom + correlation;
  }
};

/// What Holtrop and Mennen's method takes from the particulars where they do not say it.
struct HullForm {
  double prismatic_coefficient;  ///< C_P = C_B / C_M [1]
  double wetted_surface;         ///< S of the bare hull [m2]
  double length_of_run;          ///< L_R [m]
  double entrance_angle;         ///< i_E, half angle at the bow [rad]
};

/// C_P, S, L_R and i_E of a ship.
/// @throws BrokenRule for particulars that are none, or where a formula has no value
/// @source Holtrop and Mennen (1982)
HullForm hull_form(const ShipParticulars& ship, const EstimateWater& water);

/// Resistance by the regression of Holtrop and Mennen over model tests and trials. It uses every
/// particular but the bilge keels and the height of the center of mass.
/// @param speed through the water [m/s], > 0
/// @throws BrokenRule for particulars that are none, or where a formula has no value
/// @source Holtrop and Mennen (1982), An approximate power prediction method, International
///         Shipbuilding Progress 29
ResistanceParts resistance(const ShipParticulars& ship, const EstimateWater& water, double speed);

/// What of a ship is outside of the hulls that the formula was made from: Froude number up to .45,
/// C_P from .55 to .85, L/B from 3.9 to 9.5, B/T from 2.1 to 4.
/// @param speed the largest one [m/s]
std::vector<BrokenRange> resistance_ranges(const ShipParticulars& ship, const EstimateWater& water,
                                           double speed);

}  // namespace raftup::hydro
