/// @file The frequency [rad/s] above which a sea has no waves because the data of bodies end there,
///         and the energy above this frequency.
#pragma once

#include <array>
#include <memory>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"

namespace raftup::hydro {

/// Converts the frequency sigma of a wave in the frame that moves with the water to its frequency
/// omega = sigma + k U~ [rad/s] at a point fixed in the world. Here sigma^2 = g k tanh(k h), and U~
/// is the component along the wave of Current::effective_velocity() at k. In still water, omega is
/// sigma, bit for bit.
/// @param intrinsic_omega sigma [rad/s], > 0
/// @param direction       direction that the wave travels to [rad]
/// @throws Error(kInvalidArgument) with the argument that is invalid
/// @source the Doppler shift of waves on a current: Peregrine (1976)
double omega_in_world(double intrinsic_omega, double direction, const Sea::Water& water);

/// Returns the share of the energy of a spectrum above the frequency `omega` [rad/s], 0 to 1; 0 if
/// the spectrum has no energy.
double share_above(const Spectrum& spectrum, double omega);

/// Returns the share of the energy of the components of a spectrum above the frequency `omega`
/// [rad/s], 0 to 1. The components cover the range from omega_min to omega_max of the options, by
/// default Spectrum::support(). The share is 1 if omega is not above omega_min.
double share_of_components_above(const Spectrum& spectrum, const DiscretisationOptions& options,
                                 double omega);

/// The part of a spectrum within a frequency band, scaled to the energy m0 of the whole spectrum,
/// as its components are: S m0 / m0(band) [m2 s/rad] from omega_min to omega_max, 0 outside. It is
/// 0 everywhere if S has no energy in the band.
class BandedSpectrum final : public Spectrum {
 public:
  /// @param whole   the whole spectrum
  /// @param options omega_min and omega_max [rad/s]; if one of them is absent, the band has no
  ///         limit on that side
  BandedSpectrum(std::shared_ptr<const Spectrum> whole, const DiscretisationOptions& options);

  double density(double omega) const override;
  double energy_below(double omega) const override;
  double energy() const override { return energy_below(upper_); }
  std::array<double, 2> support() const override;

 private:
  std::shared_ptr<const Spectrum> whole_;
  double lower_, upper_;  ///< limits of the band [rad/s]
  double energy_below_;   ///< energy of the whole spectrum below the band [m2]
  /// Factor of the density: m0 of the whole spectrum over m0 of the band [1].
  double factor_;
};

}  // namespace raftup::hydro
