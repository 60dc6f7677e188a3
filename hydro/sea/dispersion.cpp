#include "hydro/sea/dispersion.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {
namespace {

/// Root kappa = k h of kappa tanh(kappa) = nu by Newton's method. f is convex in kappa and the
/// start sqrt(nu) / sqrt(tanh(nu)) lies within 5 % above the root, so every iterate stays above it.
double relative_wavenumber(double nu) {
  double kappa = nu / std::sqrt(hyperbolic_tangent(nu));
  for (int iteration = 0; iteration < 5; ++iteration) {
    const double t = hyperbolic_tangent(kappa);
    kappa -= (kappa * t - nu) / (t + kappa * (1.0 - t * t));
  }
  return kappa;
}

}  // namespace

double wavenumber(double omega, double water_depth, double gravity) {
  require(std::isfinite(omega) && omega > 0.0,
          fmt::format("omega must be positive, got {}", omega));
  require(water_depth > 0.0, fmt::format("water_depth must be positive, got {}", water_depth));
  require(std::isfinite(gravity) && gravity > 0.0,
          fmt::format("gravity must be positive, got {}", gravity));
  const double deep_water = omega * omega / gravity;
  if (std::isinf(water_depth)) return deep_water;
  return relative_wavenumber(deep_water * water_depth) / water_depth;
}

}  // namespace raftup::hydro
