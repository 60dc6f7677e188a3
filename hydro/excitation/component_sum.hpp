#pragma once

#include <array>
#include <memory>
#include <span>
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

/// When, where and at which u of which coefficients a sum is taken.
struct SumPoint {
  double time = 0.0;        ///< s
  double x = 0.0, y = 0.0;  ///< m
  std::shared_ptr<const ForceCoefficients> coefficients;
  double u = 0.0;
  bool with_gradient = true;  ///< false: the derivatives are left 0, at two thirds of the cost
};

/// A sum and its derivatives by the position [1/m] and by u.
struct ForceGradient {
  Vector6 force, per_x, per_y, per_u;
};

/// F = Re sum_c (a X)_c(u) exp(i (omega_c t - k_c.x + phase_c)) and its gradient at each point, the
/// same bits on every machine and whatever the other points. Several points are taken at once
/// because the coefficients they share do not fit the fastest cache: they are fetched once.
void sum_components(const WavePhases& phases, std::span<const SumPoint> points,
                    std::span<ForceGradient> sums);

}  // namespace raftup::hydro
