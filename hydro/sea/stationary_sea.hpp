#pragma once

#include <memory>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/spectrum.hpp"

namespace raftup::hydro {

/// A spectrum whose energy [m2] is distributed over some directions.
struct SpreadSpectrum {
  std::vector<double> directions;  ///< rad, where the waves go
  std::vector<double> shares;      ///< share of the energy in each direction [1]; they sum to 1
  std::shared_ptr<const Spectrum> spectrum;  ///< of all these directions together
};

/// A sea whose statistics do not change with time, for the frequency domain: spectral densities by
/// direction [m2 s/rad] and single harmonic waves. Harmonics of the same frequency add by amplitude
/// and phase.
struct StationarySea {
  std::vector<SpreadSpectrum> spectra;
  std::vector<WaveComponent> harmonics;

  /// Directions of all spectra, one after another [rad].
  std::vector<double> directions() const;

  /// S(omega, direction) of the elevation [m2 s/rad]: directions() x omega, each with its share of
  /// the energy.
  /// @param omega rad/s, > 0
  RowMajorMatrix density(const VectorXd& omega) const;

  /// The part of the variance of the spectra that the trapezoidal rule on the grid does not include
  /// [m2], >= 0.
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
