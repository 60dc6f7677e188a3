#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Excitation coefficients of kLaneCount components of a sea in one dof of a body [N, N m]. The
/// coefficient of a component is the product a X of its complex amplitude a [m] and of its transfer
/// function X [N/m, N]. It is a parabola of an argument u, constant + u linear + u^2 quadratic. It
/// is zero in the lanes beyond the last component.
struct ForceParabola {
  ComplexLanes constant, linear, quadratic;
};

/// Excitation coefficients a X of all components of a sea [N, N m]. The first index is the dof of
/// the body, or the number of the series of another sum; the second one is the SIMD block of the
/// components.
struct ForceCoefficients : std::vector<std::vector<ForceParabola>> {
  ForceCoefficients() : ForceCoefficients(kDofs) {}
  explicit ForceCoefficients(std::size_t series) : vector(series) {}

  /// True if `linear` and `quadratic` are zero everywhere, as for data in one direction. Sums then
  /// skip these terms.
  bool constant = false;
};

/// A point that moves uniformly through the waves: its position [m] at the time [s] in the middle
/// of its path, and its displacement from the middle to the end. The path from the start to the
/// middle is the same.
struct UniformPath {
  double time = 0.0;          ///< time in the middle of the path [s]
  double x = 0.0, y = 0.0;    ///< position in the middle of the path [m, world]
  double duration = 0.0;      ///< duration from the middle to the end [s]
  double dx = 0.0, dy = 0.0;  ///< displacement from the middle to the end [m, world]
};

/// Phase factors of kLaneCount components along a path: exp(i theta) with the phase theta = omega t
/// - k.x + phase [rad] in the middle of the path, and exp(i delta), where delta is the increase of
/// theta from there to the end.
struct PathPhasors {
  /// Real and imaginary part of exp(i theta).
  LaneArray cosine, sine;
  /// Real and imaginary part of exp(i delta).
  LaneArray turn_cosine, turn_sine;
};

/// Computes the phase factors of all components along a path.
/// @param phasors receives the factors; it is resized to the number of SIMD blocks of the phases
void compute_phasors(const WavePhases& phases, const UniformPath& path,
                     std::vector<PathPhasors>& phasors);

/// A force [N, N m] with its derivatives with respect to the argument u of the coefficients and the
/// position [1/m].
struct ForceGradient {
  Vector6 force, per_u, per_x, per_y;
};

/// The force at the start, the middle and the end of a path [N, N m]. The gradient at the start is
/// not computed; it is zero.
using PathForces = std::array<ForceGradient, 3>;

/// The argument u of the coefficients at the start, the middle and the end of a path.
using PathParameters = std::array<double, 3>;

/// Computes the force F = Re sum_c (a X)_c(u) exp(i theta_c) [N, N m] at the start, the middle and
/// the end of a path, with its gradient. The result is bit for bit the same on every machine. One
/// pass over the components serves all three places: with X exp(i theta) = P + i R in the middle,
///   Re X exp(i (theta +- delta)) = cos(delta) P -+ sin(delta) R.
PathForces sum_components(const WavePhases& phases, const std::vector<PathPhasors>& phasors,
                          const ForceCoefficients& coefficients, const PathParameters& u);

}  // namespace raftup::hydro
