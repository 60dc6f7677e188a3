/// @file The frequency [rad/s] at which waves are cut off because data end there, and the energy
///         beyond it.
#pragma once

#include <array>
#include <memory>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"

namespace raftup::hydro {

/// The frequency in the world, omega = sigma + k U~ [rad/s], of a wave whose frequency in the frame
/// that moves with the water is sigma: sigma^2 = g k tanh(k h), with U~ the component along the
/// wave of Current::effective_velocity() at k. In still water it is sigma to the last bit.
/// @param intrinsic_omega sigma [rad/s], > 0
/// @param direction       rad, where the wave goes
/// @throws Error(kInvalidArgument) naming the argument
/// @source the Doppler shift of waves on a current: Peregrine (1976)
double omega_in_world(double intrinsic_omega, double direction, const Sea::Water& water);

/// Share of a spectrum's energy that lies above `omega` [rad/s], 0 to 1; 0 if there is no energy.
double share_above(const Spectrum& spectrum, double omega);

/// Share of the energy of a spectrum's components that lies above `omega` [rad/s], 0 to 1: of the
/// energy between omega_min and omega_max, by default within Spectrum::support(). It is 1 if omega
/// is not above omega_min.
double share_of_components_above(const Spectrum& spectrum, const DiscretisationOptions& options,
                                 double omega);

/// A band of a spectrum that carries all of its energy, as its components do: S m0 / m0(band) [m2
/// s/rad] from omega_min to omega_max, 0 outside, and 0 everywhere if S has no energy in the band.
class BandedSpectrum final : public Spectrum {
 public:
  /// @param options omega_min and omega_max [rad/s]; without one of them the band is open at that
  ///         side
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
