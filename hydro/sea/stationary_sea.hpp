#pragma once

#include <memory>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/spectrum.hpp"

namespace raftup::hydro {

/// The energy of a sea that goes in some directions.
struct SpreadSpectrum {
  std::vector<double> directions;            ///< rad, where the waves go
  std::vector<double> shares;                ///< of the energy, in each; they sum to 1
  std::shared_ptr<const Spectrum> spectrum;  ///< of all these directions together
};

/// A sea whose statistics do not change, as the frequency domain has it: densities by direction and
/// single harmonics. Harmonics of one frequency add by amplitude and phase.
struct StationarySea {
  std::vector<SpreadSpectrum> spectra;
  std::vector<WaveComponent> harmonics;

  /// Directions of all spectra, one after another [rad].
  std::vector<double> directions() const;

  /// S(omega, direction) of the elevation [m2 s/rad]: directions() x omega, a direction's share
  /// each.
  /// @param omega rad/s, > 0
  RowMajorMatrix density(const VectorXd& omega) const;

  /// Variance of the spectra less what the trapezoidal rule finds on the grid [m2], >= 0.
  /// @param density from density(omega)
  double variance_outside(const VectorXd& omega, const RowMajorMatrix& density) const;
};

/// cos^{2s}((theta - mean) / 2) in equal steps of theta around the circle, from mean - pi.
/// @param s     exponent of the spreading, in [0, 1000]
/// @param count of directions, >= 1
/// @throws Error(kInvalidArgument) naming the parameter
/// @source Mitsuyasu et al. (1975)
SpreadSpectrum spread_evenly(std::shared_ptr<const Spectrum> spectrum, double mean, double s,
                             int count);

}  // namespace raftup::hydro
