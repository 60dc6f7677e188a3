#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "hydro/sea/steady_flow.hpp"

namespace raftup::hydro {

/// The theory of a regular wave.
enum class WaveTheory {
  kAiry,            ///< linear theory: a single harmonic
  kStokes5,         ///< expansion to the fifth power of the steepness
  kStreamFunction,  ///< harmonics that satisfy the conditions at the surface
};

constexpr std::array<std::string_view, 3> names_of(WaveTheory /*of*/) {
  return {"airy", "stokes5", "stream_function"};
}

/// The mean speed of the water in a steep wave, over the time of a period [m/s].
enum class MeanCurrent {
  kEulerian,       ///< 0 at every point that is always under water
  kMassTransport,  ///< such that the wave transports no water, in the mean over the depth [m]
};

constexpr std::array<std::string_view, 2> names_of(MeanCurrent /*of*/) {
  return {"eulerian", "mass_transport"};
}

/// The options from which a steep wave is computed.
struct SteepWaveOptions {
  WaveTheory theory = WaveTheory::kStreamFunction;
  double height = 0.0;      ///< H, from trough to crest [m], > 0
  double period = 0.0;      ///< T [s]
  int harmonic_count = 20;  ///< number of harmonics of the stream function, 4 to 40
  MeanCurrent mean_current = MeanCurrent::kEulerian;

  friend bool operator==(const SteepWaveOptions&, const SteepWaveOptions&) = default;
};

/// Largest height of a steep wave that is computed, as a share of the highest possible wave [1].
inline constexpr double kHighestShare = 0.95;

/// Largest H lambda^2/h^3 for which Stokes theory is used, with the wave length lambda [m].
inline constexpr double kStokesLimit = 40.0;

/// The height of the highest wave of a length [m] in water of a depth h [m], which may be infinite.
///   H_max/h = (.141063 r + .0095721 r^2 + .0077829 r^3)/(1 + .078834 r + .0317567 r^2 +
///             .0093407 r^3), r = length/h
/// @source Fenton (1990), Nonlinear wave theories
double highest_wave(double length, double water_depth);

/// A regular wave of finite height that travels without change of form. With theta = omega t - k x,
/// its crest at theta = 0, z = 0 in the mean surface,
///   eta = sum_j E_j cos j theta,
///   u = c - U + sum_j V_j cosh jk(z + h)/cosh jkh cos j theta,
///   w = - sum_j V_j sinh jk(z + h)/cosh jkh sin j theta,
///   p/rho = R - g z - ((u - c)^2 + w^2)/2,
/// with the speed of the wave c = omega/k. Results are bit for bit the same on every machine.
/// Thread-safe.
/// @source Rienecker and Fenton, A Fourier approximation method for steady water waves, J. Fluid
///         Mech. 104 (1981); Fenton, A fifth-order Stokes theory for steady waves, J. Waterway,
///         Port, Coastal and Ocean Eng. 111 (1985)
class SteepWave {
 public:
  /// @param options     of a theory other than kAiry
  /// @param water_depth h [m], > 0 or infinity
  /// @param gravity     g [m/s2], > 0
  /// @throws BrokenRule naming the option; with the limit where the wave is too high for its
  ///         theory
  SteepWave(const SteepWaveOptions& options, double water_depth, double gravity);

  const SteepWaveOptions& options() const { return options_; }
  double omega() const { return omega_; }               ///< rad/s
  double wavenumber() const { return flow_.k; }         ///< k [rad/m]
  double first_harmonic() const { return flow_.E[0]; }  ///< E_1 [m]
  double crest() const { return crest_; }               ///< eta(0) [m]

  /// cos theta and sin theta [1] of a place and time.
  struct Phase {
    double cosine = 1.0, sine = 0.0;
  };

  double elevation(const Phase& phase) const;  ///< eta [m]
  /// d eta/d theta [m]: times omega the rate, times -k the slope along the wave.
  double elevation_derivative(const Phase& phase) const;

  /// Motion of the water along the wave (x) and up (z).
  struct Motion {
    double u = 0.0, w = 0.0;            ///< m/s
    double u_rate = 0.0, w_rate = 0.0;  ///< Du/Dt, Dw/Dt, of the water there [m/s2]
    double pressure = 0.0;              ///< p/rho + g z [m2/s2]
  };
  /// Returns the motion of the water at a height z [m]. Above the crest it is that at the crest.
  Motion motion(const Phase& phase, double z) const;

 private:
  SteepWaveOptions options_;
  double omega_, depth_, crest_ = 0.0;
  SteadyFlow flow_;
  std::vector<double> scaled_;  ///< V_j/(1 + e^(-2jkh)) [m/s]
};

}  // namespace raftup::hydro
