/// @file The steepness of waves, and its limits.
#pragma once

#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// The ratio of height to length at which a regular wave breaks, .142 tanh(k h).
/// @param wavenumber  k [rad/m]
/// @param water_depth h [m], > 0 or infinity
/// @source Miche (1944)
double breaking_steepness(double wavenumber, double water_depth);

/// Height [m] and period [s] of an irregular sea by its spectral moments.
struct SignificantWaves {
  double height = 0.0;  ///< Hs = 4 sqrt(m0) [m]
  /// Tz = 2 pi sqrt(m0 / m2) [s], in the frame that moves with the water
  double crossing_period = 0;
  double steepness = 0.0;  ///< 2 pi Hs / (g Tz^2)
};

/// The values of a sea's components [m, s]; if amplitudes change, at the time when the sea is
/// steepest. All 0 without waves.
SignificantWaves significant_waves(const Sea& sea);

/// The largest significant steepness of natural seas: 1/10 for Tz <= 6 s, 1/15 for Tz >= 12 s,
/// linear between.
/// @param crossing_period Tz [s]
/// @source DNV-RP-C205 (2019), Environmental conditions and environmental loads: steepness criteria
double limiting_significant_steepness(double crossing_period);

/// The wavenumber [rad/m] above which a given share of the variance of a sea's components lies; 0
/// without waves.
/// @param share from 0 to 1
double wavenumber_of_share(const Sea& sea, double share);

}  // namespace raftup::hydro
