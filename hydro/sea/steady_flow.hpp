#pragma once

#include <optional>
#include <vector>

namespace raftup::hydro {

/// A steep wave in the frame that moves with it, where the flow is steady. Its stream function is
///   psi = -U z + sum_j B_j sinh jk(z + h)/cosh jkh cos jkX, X = x - c t,
/// and the surface z = eta(X) is a stream line.
struct SteadyFlow {
  double k = 0.0;         ///< rad/m
  double U = 0.0;         ///< mean speed of the flow below the troughs, against the waves [m/s]
  double celerity = 0.0;  ///< c [m/s]
  double R = 0.0;         ///< (speed^2)/2 + g eta at the surface [m2/s2]
  std::vector<double> V;  ///< j k B_j, j = 1, 2, .. [m/s]
  std::vector<double> E;  ///< of eta = sum_j E_j cos jkX [m]
};

/// The properties of a steep wave that is to be computed.
struct SteadyWave {
  double height = 0.0;       ///< H [m], > 0
  double omega = 0.0;        ///< rad/s, > 0
  double water_depth = 0.0;  ///< h [m], > 0 or infinity
  double gravity = 0.0;      ///< g [m/s2], > 0
  /// True if the wave transports no water: c = Q/h [m/s]; else c = U.
  bool carries_nothing = false;
};

/// The wave that a theory has found, or the longest that it has reached.
struct FoundFlow {
  std::optional<SteadyFlow> flow;
  double length = 0.0;  ///< length of the wave, or of the last one that was found [m]
};

/// The wave whose N harmonics satisfy, at N + 1 points from the crest to the trough, psi = -Q and
/// (speed^2)/2 + g eta = R, with mean elevation 0, the height and k c = omega: by Newton's method,
/// over heights that grow in steps from that of a linear wave. Heights above a share of the highest
/// wave are not tried.
/// @param count N, >= 4
/// @source Rienecker and Fenton, A Fourier approximation method for steady water waves, J. Fluid
///         Mech. 104 (1981)
FoundFlow stream_function_flow(const SteadyWave& wave, int count);

/// Stokes's expansion to the fifth power of k H/2.
/// @source Fenton, A fifth-order Stokes theory for steady waves, J. Waterway, Port, Coastal and
///         Ocean Eng. 111 (1985); Fenton (1990), Nonlinear wave theories
FoundFlow stokes_flow(const SteadyWave& wave);

}  // namespace raftup::hydro
