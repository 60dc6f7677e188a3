#include "solver/loads/tanks/sloshing_mode.hpp"

#include <cmath>
#include <numbers>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

SloshingMode sloshing_mode(const TankBox& tank, int n, double gravity) {
  const double half_waves = n * std::numbers::pi;
  const double k = half_waves / tank.length;
  const double slope = hyperbolic_tangent(k * tank.depth);
  return {
      std::sqrt(gravity * k * slope),
      8.0 * tank.mass() * slope / (half_waves * half_waves * half_waves * tank.depth / tank.length),
      0.5 * tank.depth - 2.0 / k * hyperbolic_tangent(0.5 * k * tank.depth),
      4.0 * slope / half_waves};
}

}  // namespace raftup::solver
