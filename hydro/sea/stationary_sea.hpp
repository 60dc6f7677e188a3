#pragma once

#include <memory>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/spectrum.hpp"

namespace raftup::hydro {

/// A wave spectrum whose energy [m2] is distributed over several directions [rad].
struct SpreadSpectrum {
  std::vector<double> directions;  ///< directions that waves travel to [rad]
  std::vector<double> shares;      ///< share of the energy in each direction [1]; the sum is 1
  std::shared_ptr<const Spectrum> spectrum;  ///< spectrum of all directions together
};

/// A sea whose statistics do not change with time, for computations in the frequency domain. It
/// consists of spectra over directions [m2 s/rad] and of single harmonic waves. The amplitudes of
/// harmonic waves of the same frequency are added with their phases.
struct StationarySea {
  std::vector<SpreadSpectrum> spectra;
  std::vector<WaveComponent> harmonics;

  /// Directions of all spectra, one spectrum after another [rad].
  std::vector<double> directions() const;

  /// Spectral density of the elevation in each direction [m2 s/rad]. Each row is one of
  /// directions(), each column one frequency.
  /// @param omega frequencies [rad/s], > 0
  RowMajorMatrix density(const VectorXd& omega) const;

  /// Variance of the spectra that the trapezoidal rule on the given frequencies does not include
  /// [m2], >= 0.
  /// @param omega   frequencies [rad/s]
  /// @param density result of density(omega)
  double variance_outside(const VectorXd& omega, const RowMajorMatrix& density) const;
};

/// Distributes a spectrum over directions in equal steps around the circle, beginning at mean - pi,
/// with shares proportional to cos^{2s}((theta - mean) / 2).
/// @param mean  mean direction that waves travel to [rad]
/// @param s     exponent of the spreading, in [0, 1000]
/// @param count number of directions, >= 1
/// @throws Error(kInvalidArgument) with the parameter that is invalid
/// @source Mitsuyasu et al. (1975)
SpreadSpectrum spread_evenly(std::shared_ptr<const Spectrum> spectrum, double mean, double s,
                             int count);

}  // namespace raftup::hydro
