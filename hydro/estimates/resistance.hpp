#pragma once

#include <vector>

#include "hydro/estimates/particulars.hpp"

namespace raftup::hydro {

/// Parts of the resistance of a ship in calm deep water [N].
struct ResistanceParts {
  /// Friction R_F of a flat plate with the length and surface of the hull [N].
  double friction = 0.0;
  double form_factor = 1.0;  ///< form factor 1 + k1 of the hull [1]
  double appendages = 0.0;   ///< resistance R_app of the appendages [N]
  double wave = 0.0;         ///< wave resistance R_W [N]
  double bulb = 0.0;         ///< pressure resistance R_B of a bulb near the surface [N]
  double transom = 0.0;      ///< pressure resistance R_TR of an immersed transom [N]
  /// Correlation from model to ship R_A, for roughness and air resistance [N].
  double correlation = 0.0;

  /// Total resistance (1 + k1) R_F + R_app + R_W + R_B + R_TR + R_A [N].
  double total() const {
    return form_factor * friction + appendages + wave + bulb + transom + correlation;
  }
};

/// Quantities of the hull form that the method of Holtrop and Mennen uses. Some follow from the
/// particulars by regressions if they are not given.
struct HullForm {
  double prismatic_coefficient;  ///< prismatic coefficient C_P = C_B / C_M [1]
  double wetted_surface;         ///< wetted surface S of the bare hull [m2]
  double length_of_run;          ///< length of the run L_R [m]
  double entrance_angle;         ///< half angle of entrance i_E at the bow [rad]
};

/// Computes C_P, S, L_R and i_E of a ship.
/// @throws BrokenRule if a particular is invalid, or if a formula is not defined for the
///          particulars
/// @source Holtrop and Mennen (1982)
HullForm hull_form(const ShipParticulars& ship, const EstimateWater& water);

/// Estimates the resistance by the regression of Holtrop and Mennen over model tests and sea
/// trials. It uses all particulars except the bilge keels and the height of the center of mass.
/// @param speed speed through the water [m/s], > 0
/// @throws BrokenRule if a particular is invalid, or if a formula is not defined for the
///          particulars
/// @source Holtrop and Mennen (1982), An approximate power prediction method, International
///          Shipbuilding Progress 29
ResistanceParts resistance(const ShipParticulars& ship, const EstimateWater& water, double speed);

/// Returns the quantities of a ship that lie outside the range of hulls from which resistance() was
/// derived: Froude number up to .45, C_P from .55 to .85, L/B from 3.9 to 9.5, B/T from 2.1 to 4.
/// @param speed the greatest speed through the water [m/s]
std::vector<BrokenRange> resistance_ranges(const ShipParticulars& ship, const EstimateWater& water,
                                           double speed);

}  // namespace raftup::hydro
