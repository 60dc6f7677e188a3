#pragma once

#include <vector>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/second_order/drift_coefficients.hpp"

namespace raftup::hydro {

/// Wave at which the mean drift force D [N/m2] of a body that moves through the water is evaluated,
/// and a factor: D is replaced by factor * D(omega, direction).
struct EncounteredWave {
  double factor, omega, direction;
};

/// Computes the wave and factor by which the velocity of a body changes its mean drift force: the
/// factor is 1 - 4 omega V_L/g, the frequency omega - omega^2 V_L/g, and the direction is direction
/// - 2 omega V_T/g. V_L is the velocity in the direction of the wave and V_T the velocity to the
/// left of it. The result is of first order in the velocity and holds for deep water, surge and
/// sway only.
/// @param omega     frequency in the frame that moves with the water [rad/s]
/// @param direction direction that the wave travels to [rad]
/// @param turned    sine and cosine of the direction
/// @param velocity  horizontal velocity of the body through the water, in the axes of the direction
///         [m/s]
/// @source Aranha (1996), Second-order horizontal steady forces and moment on a floating body with
///          small forward speed
EncounteredWave encountered_wave(double omega, double direction, const SineCosine& turned,
                                 const Vector2& velocity, double gravity);

/// Wave drift damping of a body: the change of its mean drift force in surge and sway [N] that is
/// caused by its velocity through the water.
class DriftDamping {
 public:
  DriftDamping(const DriftCoefficients& drift, const Sea& sea);

  /// Computes the change of the mean drift force [N], without the ramp of the sea:
  ///   sum_c a_c^2 (factor D(omega', direction') - D(omega_c, direction_c)),
  /// where factor, omega' and direction' are those of encountered_wave().
  /// @param heading  heading of the body [rad]
  /// @param velocity horizontal velocity of the body through the water [m/s, world]
  /// @param factors  factors of the amplitudes, in the SIMD blocks of the sea; null means 1
  Vector2 force(double heading, const Vector2& velocity, const AmplitudeFactors* factors) const;

 private:
  /// Number of cells of direction around the circle, .25 deg each.
  static constexpr Eigen::Index kCells = 1440;

  struct Wave {
    /// Frequency [rad/s], direction [rad] and amplitude squared a^2 [m2].
    double omega, direction, power;
    SineCosine turned;  ///< sine and cosine of the direction
    GridPlace place;    ///< position of the frequency among those of the data [rad/s]
  };

  /// D in surge and sway in one cell of directions, as a parabola in the position within the cell.
  struct Cell {
    Vector2 constant, linear, quadratic;
  };
  /// A cell of directions and the position within it.
  struct CellPlace {
    std::size_t cell;
    double fraction;
  };

  static CellPlace cell_of(double direction);
  /// Returns D in surge and sway [N/m2] at a frequency and direction, linear in frequency.
  Vector2 at(const GridPlace& omega, const CellPlace& direction) const;
  Vector2 sum(double heading, const Vector2& velocity, const AmplitudeFactors* factors) const;

  VectorXd omega_;
  std::vector<std::vector<Cell>> values_;  ///< D [N/m2] for each frequency and cell of directions
  std::vector<Wave> waves_;
  double gravity_;
};

}  // namespace raftup::hydro
