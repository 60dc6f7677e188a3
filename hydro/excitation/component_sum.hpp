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

/// a X of all components of a sea, in the blocks of its phases.
using ForceCoefficients = std::vector<ForceBlock>;

/// F = Re sum_c (a X)_c exp(i (omega_c t - k_c.x + phase_c)), the same bits on every machine, with
/// coefficients blended linearly: (1 - fraction) * first + fraction * second. `second` is not read
/// where fraction is 0.
Vector6 sum_components(const WavePhases& phases, double time, const Vector2& position,
                       const ForceCoefficients& first, const ForceCoefficients& second,
                       double fraction);

}  // namespace raftup::hydro
