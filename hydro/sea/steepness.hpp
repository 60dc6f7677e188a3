/// @file The steepness of waves, and its limits.
#pragma once

#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Returns the ratio of height to length [1] at which a regular wave breaks, .142 tanh(k h).
/// @param wavenumber  k [rad/m]
/// @param water_depth h [m], > 0 or infinity
/// @source Miche (1944)
double breaking_steepness(double wavenumber, double water_depth);

/// Significant height [m], period [s] and steepness [1] of an irregular sea, computed from its
/// spectral moments.
struct SignificantWaves {
  double height = 0.0;  ///< significant wave height Hs = 4 sqrt(m0) [m]
  /// Mean zero-crossing period Tz = 2 pi sqrt(m0 / m2) [s], in the frame that moves with the water.
  double crossing_period = 0;
  double steepness = 0.0;  ///< significant steepness 2 pi Hs / (g Tz^2) [1]
};

/// Computes significant height [m], period [s] and steepness [1] from the components of a sea. If
/// amplitudes change with time, the result is that for the time at which the sea is steepest. All
/// values are 0 if there are no waves.
SignificantWaves significant_waves(const Sea& sea);

/// Returns the largest significant steepness of natural seas [1]: 1/10 for Tz <= 6 s, 1/15 for Tz
/// >= 12 s, linear between.
/// @param crossing_period mean zero-crossing period Tz [s]
/// @source DNV-RP-C205 (2019), Environmental conditions and environmental loads: steepness criteria
double limiting_significant_steepness(double crossing_period);

/// Returns the wave number [rad/m] above which a given share of the variance of a sea's components
/// lies; 0 if there are no waves.
/// @param share share of the variance, from 0 to 1
double wavenumber_of_share(const Sea& sea, double share);

}  // namespace raftup::hydro
