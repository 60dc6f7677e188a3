/// @file Where waves end so that data up to a frequency hold them, and what then lies beyond.
#pragma once

#include "hydro/sea/sea.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"

namespace raftup::hydro {

/// The frequency seen from the world, omega = sigma + k U~ [rad/s], of a wave whose frequency sigma
/// is seen by one who goes with the water: sigma^2 = g k tanh(k h), U~ the part along the wave of
/// Current::effective_velocity() at k. In still water it is sigma to the last bit.
/// @param intrinsic_omega sigma [rad/s], > 0
/// @param direction       rad, where the wave goes
/// @throws Error(kInvalidArgument) naming the argument
double omega_in_world(double intrinsic_omega, double direction, const Sea::Water& water);

/// Share of a spectrum's energy that lies above `omega` [rad/s], 0 to 1; 0 of one without energy.
double share_above(const Spectrum& spectrum, double omega);

/// Share of what the components of a spectrum carry that lies above `omega` [rad/s], 0 to 1: of the
/// energy between omega_min and omega_max, by default within Spectrum::support(). 1 where omega is
/// not above omega_min.
double share_of_components_above(const Spectrum& spectrum, const DiscretisationOptions& options,
                                 double omega);

}  // namespace raftup::hydro
