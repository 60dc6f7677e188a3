#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "hydro/sea/wave_phases.hpp"

namespace raftup::hydro {

/// a X of kLaneCount components on one body [N, N m]; all zero in the lanes beyond the last one.
struct ForceBlock {
  std::array<LaneArray, kDofs> real{};
  std::array<LaneArray, kDofs> imaginary{};
};

/// a X of kLaneCount components as a parabola in u in [0, 1]: constant + u linear + u^2 quadratic.
struct ForceParabola {
  ForceBlock constant, linear, quadratic;
};

/// a X of all components of a sea, in the blocks of its phases.
using ForceCoefficients = std::vector<ForceParabola>;

/// F = Re sum_c (a X)_c(u) exp(i (omega_c t - k_c.x + phase_c)), the same bits on every machine.
Vector6 sum_components(const WavePhases& phases, double time, const Vector2& position,
                       const ForceCoefficients& coefficients, double u);

}  // namespace raftup::hydro
