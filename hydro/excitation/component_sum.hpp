#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// The product a X of the complex amplitude a of a wave [m] and of its excitation X [N/m, N], for
/// kLaneCount components of a sea in one dof of a body [N, N m]. It is a parabola of the argument u
/// of the coefficients, constant + u linear + u^2 quadratic, and zero in the lanes beyond the last
/// component.
struct ForceParabola {
  ComplexLanes constant, linear, quadratic;
};

/// The parabolas of a X of all components of a sea [N, N m]: the first index is the dof of the
/// body, or the series of another sum, and the second one is the block of the phases.
struct ForceCoefficients : std::vector<std::vector<ForceParabola>> {
  ForceCoefficients() : ForceCoefficients(kDofs) {}
  explicit ForceCoefficients(std::size_t series) : vector(series) {}

  /// True if `linear` and `quadratic` are zero throughout, as for data in one direction; sums then
  /// leave them out.
  bool constant = false;
};

/// A point that moves uniformly through the waves: its position [m] at a time [s], and its
/// displacement until an end that is as far ahead as the start is behind.
struct UniformPath {
  double time = 0.0;          ///< s, in the middle
  double x = 0.0, y = 0.0;    ///< m, in the middle
  double duration = 0.0;      ///< s, from the middle to the end
  double dx = 0.0, dy = 0.0;  ///< m, from the middle to the end
};

/// exp(i theta) of kLaneCount components, with theta = omega t - k.x + phase [rad] in the middle of
/// a path, and exp(i delta), with delta the increase of theta from there to the end.
struct PathPhasors {
  LaneArray cosine, sine;
  LaneArray turn_cosine, turn_sine;
};

/// @param phasors resized to the number of blocks of the phases [turns]
void compute_phasors(const WavePhases& phases, const UniformPath& path,
                     std::vector<PathPhasors>& phasors);

/// A sum [N, N m] with its derivatives by u and by the position [1/m].
struct ForceGradient {
  Vector6 force, per_u, per_x, per_y;
};

/// The force at the start, the middle and the end of a path [N, N m]. At the start no gradient is
/// computed; it is zero.
using PathForces = std::array<ForceGradient, 3>;

/// The argument of the coefficients at the same places.
using PathParameters = std::array<double, 3>;

/// F = Re sum_c (a X)_c(u) exp(i theta_c) along a path and its gradient, the same bits on every
/// machine. One pass serves all three places: with X exp(i theta) = P + i R in the middle,
///   Re X exp(i (theta +- delta)) = cos(delta) P -+ sin(delta) R.
PathForces sum_components(const WavePhases& phases, const std::vector<PathPhasors>& phasors,
                          const ForceCoefficients& coefficients, const PathParameters& u);

}  // namespace raftup::hydro
