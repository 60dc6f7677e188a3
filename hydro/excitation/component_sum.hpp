#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/sea/wave_phases.hpp"

namespace raftup::hydro {

/// Force of every component on one body per unit phasor, a_c X_c: structure of arrays in blocks of
/// kLaneCount components, [block][dof][re, im][lane].
using ForceCoefficients = std::vector<double>;

inline constexpr int kBlockSize = static_cast<int>(kDofs) * 2 * kLaneCount;

/// F = Re sum_c (a X)_c exp(i (omega_c t - k_c.x + phase_c)) for two sets of coefficients at once,
/// blended linearly: (1 - fraction) * first + fraction * second. The same bits on every machine.
/// @param coefficients two sets for all components of `phases`; the second is not read where
///                     fraction is 0
Vector6 sum_components(const WavePhases& phases, double time, const Vector2& position,
                       const std::array<const ForceCoefficients*, 2>& coefficients,
                       double fraction);

}  // namespace raftup::hydro
