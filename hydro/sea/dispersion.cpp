#include "hydro/sea/dispersion.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/error.hpp"

namespace raftup::hydro {
namespace {

/// Root kappa = k h of kappa tanh(kappa) = nu by Newton's method. f is convex in kappa and the
/// start sqrt(nu) / sqrt(tanh(nu)) lies within 5 % above the root, so every iterate stays above it.
/// In long double: glibc's double exp takes other code, and another last bit, where a processor has
/// fused multiply-add.
long double relative_wavenumber(long double nu) {
  long double kappa = nu / std::sqrt(std::tanh(nu));
  for (int iteration = 0; iteration < 5; ++iteration) {
    const long double t = std::tanh(kappa);
    kappa -= (kappa * t - nu) / (t + kappa * (1.0L - t * t));
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
  const long double nu = static_cast<long double>(deep_water) * water_depth;
  return static_cast<double>(relative_wavenumber(nu) / static_cast<long double>(water_depth));
}

}  // namespace raftup::hydro
