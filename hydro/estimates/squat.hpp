#pragma once

#include "hydro/estimates/particulars.hpp"

namespace raftup::hydro {

/// Sinkage of the bow of a ship that moves through shallow water, relative to its position at rest.
struct Squat {
  double sinkage = 0.0;       ///< of the bow [m]
  double depth_froude = 0.0;  ///< depth Froude number F_h = speed/sqrt(g depth) [1]
};

/// Largest depth Froude number of the formula of squat() [1]. Above it the waves of the ship grow
/// towards F_h = 1, where the formula is infinite.
inline constexpr double kMostDepthFroude = 0.7;

/// Estimates the sinkage of the bow in open shallow water of a uniform depth,
///   s = 2.4 (V/L^2) F_h^2/sqrt(1 - F_h^2).
/// It uses the length L and the displaced volume V of the ship.
/// @param depth of the water [m], > 0
/// @param speed through the water [m/s], > 0
/// @throws BrokenRule if a particular, depth or gravity is not positive and finite, or if F_h is above
///          kMostDepthFroude
/// @source ICORELS (1980), Report of Working Group IV, PIANC; PIANC report 121 (2014), appendix D
Squat squat(const ShipParticulars& ship, const EstimateWater& water, double depth, double speed);

}  // namespace raftup::hydro
