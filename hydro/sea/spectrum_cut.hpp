/// @file Where waves end so that data up to a frequency hold them, and what then lies beyond.
#pragma once

#include <array>
#include <memory>

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
/// @source the Doppler shift of waves on a current: Peregrine (1976)
double omega_in_world(double intrinsic_omega, double direction, const Sea::Water& water);

/// Share of a spectrum's energy that lies above `omega` [rad/s], 0 to 1; 0 of one without energy.
double share_above(const Spectrum& spectrum, double omega);

/// Share of what the components of a spectrum carry that lies above `omega` [rad/s], 0 to 1: of the
/// energy between omega_min and omega_max, by default within Spectrum::support(). 1 where omega is
/// not above omega_min.
double share_of_components_above(const Spectrum& spectrum, const DiscretisationOptions& options,
                                 double omega);

/// What a band of a spectrum carries where all of its energy is to lie there, as its components do:
/// S m0 / m0(band) from omega_min to omega_max, 0 outside; 0 everywhere where S has nothing there.
class BandedSpectrum final : public Spectrum {
 public:
  /// @param options omega_min and omega_max [rad/s]; without one the band is open on its side
  BandedSpectrum(std::shared_ptr<const Spectrum> whole, const DiscretisationOptions& options);

  double density(double omega) const override;
  double energy_below(double omega) const override;
  double energy() const override { return energy_below(upper_); }
  std::array<double, 2> support() const override;

 private:
  std::shared_ptr<const Spectrum> whole_;
  double lower_, upper_;  ///< rad/s
  double energy_below_;   ///< m2, of the whole, below the band
  double factor_;         ///< m0 / m0(band)
};

}  // namespace raftup::hydro
