#pragma once

#include <vector>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/second_order/drift_coefficients.hpp"

namespace raftup::hydro {

/// The wave with which the mean drift force [N, N m] of a body that moves through the water is
/// evaluated, and a factor: D becomes factor D(omega, direction).
struct EncounteredWave {
  double factor, omega, direction;
};

/// factor 1 - 4 omega V_L/g, omega - omega^2 V_L/g, direction - 2 omega V_T/g, V_L the velocity
/// along and V_T to the left of the wave. First order in V; deep water, surge and sway only.
/// @param omega     rad/s, seen by one who goes with the water
/// @param direction rad, where the wave goes
/// @param turned    sine and cosine of the direction
/// @param velocity  m/s, horizontal, through the water, in the axes of the direction
/// @source Aranha (1996), Second-order horizontal steady forces and moment on a floating body with
/// small forward speed
EncounteredWave encountered_wave(double omega, double direction, const SineCosine& turned,
                                 const Vector2& velocity, double gravity);

/// The change of the mean drift force in surge and sway [N] by the velocity of a body through the
/// water.
class DriftDamping {
 public:
  DriftDamping(const DriftCoefficients& drift, const Sea& sea);

  /// sum_c a_c^2 (factor D(omega', direction') - D(omega_c, direction_c)) [N], without the ramp.
  /// @param heading  rad
  /// @param velocity m/s, horizontal, through the water, world
  /// @param factors  of the amplitudes, in the blocks of the sea; null = 1
  Vector2 force(double heading, const Vector2& velocity, const AmplitudeFactors* factors) const;

 private:
  static constexpr Eigen::Index kCells = 1440;  ///< around the circle, .25 deg each

  struct Wave {
    double omega, direction, power;  ///< a^2 [m2]
    SineCosine turned;               ///< of the direction
    GridPlace place;                 ///< of omega
  };

  /// D in surge and sway in a cell of directions, a parabola as in DriftSum.
  struct Cell {
    Vector2 constant, linear, quadratic;
  };
  struct CellPlace {
    std::size_t cell;
    double fraction;
  };

  static CellPlace cell_of(double direction);
  /// D [N/m2] at a frequency and direction, linear in frequency.
  Vector2 at(const GridPlace& omega, const CellPlace& direction) const;
  Vector2 sum(double heading, const Vector2& velocity, const AmplitudeFactors* factors) const;

  VectorXd omega_;
  std::vector<std::vector<Cell>> values_;  ///< N/m2, per frequency and cell
  std::vector<Wave> waves_;
  double gravity_;
};

}  // namespace raftup::hydro
