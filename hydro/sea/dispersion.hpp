/// @file Currents and the dispersion relation of linear waves, in still water and on them.
#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Largest speed of a current in a model [m/s]. With faster ones the forces would overflow. Chosen,
/// not swept.
inline constexpr double kFastestCurrent = 1000.0;

/// Horizontal current [m/s, world], the same everywhere and at all times: a velocity for each depth
/// [m], linear in between and constant beyond. The default is still water.
class Current {
 public:
  Current() = default;

  /// @param depth    m below the still water plane, >= 0, strictly ascending, size n; empty for a
  ///                 uniform current, whose only velocity is that everywhere
  /// @param velocity m/s, world x and y, size n; 1 where depth is empty; up to kFastestCurrent
  /// @throws Error(kInvalidArgument) naming the entry
  Current(std::vector<double> depth, std::vector<Vector2> velocity);

  /// True if there is no current at any depth [m].
  bool is_still() const;

  /// [m/s, world] at a depth below the still water plane [m]; that of the surface above it.
  Vector2 velocity(double depth) const;

  /// The effective velocity of the current for a wave: U~ = 2 k / sinh(2 k h) integral from -h to 0
  /// of U(z) cosh(2 k (z + h)) dz [m/s, world], the mean weighted by the square of the wave's own
  /// velocities. Exact for a uniform current; of first order in U / c for a profile.
  /// @param k wavenumber [rad/m], > 0
  /// @param h water depth [m], > 0 or infinity
  /// @source Skop (1987); Kirby and Chen (1989), first order
  Vector2 effective_velocity(double k, double h) const;

  const std::vector<double>& depths() const { return depth_; }          ///< m; empty = uniform
  const std::vector<Vector2>& velocities() const { return velocity_; }  ///< m/s, world

  friend bool operator==(const Current& a, const Current& b) {
    return a.depth_ == b.depth_ && a.velocity_ == b.velocity_;
  }

 private:
  std::vector<double> depth_;
  std::vector<Vector2> velocity_;
};

/// A wave on a current, as observed in the world and in the frame that moves with the water.
struct WaveOnCurrent {
  double wavenumber = 0.0;  ///< k [rad/m]
  /// omega - k U~ [rad/s], > 0: frequency in the frame that moves with the water
  double intrinsic_omega = 0.0;
};

/// The wave of a frequency on a current, (omega - k U~)^2 = g k tanh(k h), U~ the part along the
/// wave of the effective velocity at k: of several solutions that which still water turns into as
/// the current grows. In still water it is wavenumber() to the last bit.
/// @param omega       as seen from the world [rad/s], > 0
/// @param direction   rad, where the wave goes
/// @param water_depth h [m], > 0 or infinity
/// @param gravity     g [m/s2], > 0
/// @throws Error(kInvalidArgument) naming the argument, also where the current stops the wave: its
///         energy cannot travel against it
/// @source Peregrine, Interaction of water waves and currents, Adv. Appl. Mech. 16 (1976)
WaveOnCurrent wave_on_current(double omega, double direction, double water_depth, double gravity,
                              const Current& current);

/// Wavenumber k [rad/m] of a linear wave: omega^2 = g k tanh(k h), to 1e-14 relative.
/// @param omega       rad/s, > 0
/// @param water_depth h [m], > 0 or infinity
/// @param gravity     g [m/s2], > 0
/// @throws Error(kInvalidArgument) naming the argument
/// @source Airy (1845)
double wavenumber(double omega, double water_depth, double gravity);

}  // namespace raftup::hydro
