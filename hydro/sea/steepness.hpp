/// @file How steep waves are, and how steep they can be.
#pragma once

#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// The height over the length at which a regular wave breaks, .142 tanh(k h).
/// @param wavenumber  k [rad/m]
/// @param water_depth h [m], > 0 or infinity
/// @source Miche (1944)
double breaking_steepness(double wavenumber, double water_depth);

/// What a record of an irregular sea says of its height and length.
struct SignificantWaves {
  double height = 0.0;         ///< Hs = 4 sqrt(m0) [m]
  double crossing_period = 0;  ///< Tz = 2 pi sqrt(m0 / m2) [s], seen by one who goes with the water
  double steepness = 0.0;      ///< 2 pi Hs / (g Tz^2)
};

/// Those of a sea's components; where their amplitudes change, at the time when it is steepest.
/// All 0 without waves.
SignificantWaves significant_waves(const Sea& sea);

/// The largest significant steepness of natural seas: 1/10 for Tz <= 6 s, 1/15 for Tz >= 12 s,
/// linear between.
/// @param crossing_period Tz [s]
/// @source DNV-RP-C205 (2019), Environmental conditions and environmental loads: steepness criteria
double limiting_significant_steepness(double crossing_period);

/// The wavenumber [rad/m] that so large a share of the variance of a sea's components lies above; 0
/// without waves.
/// @param share from 0 to 1
double wavenumber_of_share(const Sea& sea, double share);

}  // namespace raftup::hydro
