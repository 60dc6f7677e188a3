/// @file Currents, and the dispersion relation of linear waves in still water and on currents.
#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Largest speed of a current in a model [m/s]. Forces in faster currents would overflow. Chosen,
/// not swept.
inline constexpr double kFastestCurrent = 1000.0;

/// Horizontal current that is the same at all places and times: a velocity [m/s, world axes] at
/// each of some depths [m], linear between them and constant above and below. The default is still
/// water.
class Current {
 public:
  Current() = default;

  /// @param depth    depths below the still water plane [m], >= 0, strictly ascending; empty for a
  ///         current that is the same at all depths
  /// @param velocity x and y components in world axes [m/s], one per depth, or exactly one if
  ///         `depth` is empty; magnitudes up to kFastestCurrent
  /// @throws Error(kInvalidArgument) with the entry that is invalid
  Current(std::vector<double> depth, std::vector<Vector2> velocity);

  /// Returns true if there is no current at any depth [m].
  bool is_still() const;

  /// Velocity of the current [m/s, world axes] at a depth below the still water plane [m]. Above
  /// the plane it is the velocity at the plane.
  Vector2 velocity(double depth) const;

  /// Effective velocity of the current for a wave [m/s, world axes],
  ///   U~ = 2 k / sinh(2 k h) integral from -h to 0 of U(z) cosh(2 k (z + h)) dz,
  /// which is the mean over the depth, weighted by the square of the velocities of the wave. It is
  /// exact for a uniform current, and of first order in U / c for a current that varies with depth,
  /// with the phase speed c.
  /// @param k wave number [rad/m], > 0
  /// @param h water depth [m], > 0 or infinity
  /// @source Skop (1987); Kirby and Chen (1989), first order
  Vector2 effective_velocity(double k, double h) const;

  /// Depths [m]; empty for a uniform current.
  const std::vector<double>& depths() const { return depth_; }
  /// Velocity at each depth [m/s, world axes].
  const std::vector<Vector2>& velocities() const { return velocity_; }

  friend bool operator==(const Current& a, const Current& b) {
    return a.depth_ == b.depth_ && a.velocity_ == b.velocity_;
  }

 private:
  std::vector<double> depth_;
  std::vector<Vector2> velocity_;
};

/// Wave number [rad/m] and frequency [rad/s] of a wave on a current.
struct WaveOnCurrent {
  double wavenumber = 0.0;  ///< wave number k [rad/m]
  /// Frequency omega - k U~ [rad/s], > 0, in the frame that moves with the water, where U~ is the
  /// effective velocity of the current in the direction of the wave.
  double intrinsic_omega = 0.0;
};

/// Solves the dispersion relation of a wave on a current, (omega - k U~)^2 = g k tanh(k h), where
/// U~ is the component along the wave of Current::effective_velocity() at k. If there are several
/// solutions, the result is the one that the wave in still water turns into as the current
/// increases. In still water the wave number is that of wavenumber(), bit for bit.
/// @param omega       frequency at a point that is fixed in the world [rad/s], > 0
/// @param direction   direction that the wave travels to [rad]
/// @param water_depth h [m], > 0 or infinity
/// @param gravity     g [m/s2], > 0
/// @throws Error(kInvalidArgument) with the argument that is invalid; also if the current is so
///          strong that the energy of the wave cannot travel against it
/// @source Peregrine, Interaction of water waves and currents, Adv. Appl. Mech. 16 (1976)
WaveOnCurrent wave_on_current(double omega, double direction, double water_depth, double gravity,
                              const Current& current);

/// Computes the wave number k [rad/m] of a linear wave in still water from omega^2 = g k tanh(k h),
/// to a relative accuracy of 1e-14.
/// @param omega       frequency [rad/s], > 0
/// @param water_depth h [m], > 0 or infinity
/// @param gravity     g [m/s2], > 0
/// @throws Error(kInvalidArgument) with the argument that is invalid
/// @source Airy (1845)
double wavenumber(double omega, double water_depth, double gravity);

}  // namespace raftup::hydro
