#include "hydro/sea/spectrum_cut.hpp"

#include <algorithm>

#include "hydro/numerics/sincos.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {

double omega_in_world(double intrinsic_omega, double direction, const Sea::Water& water) {
  const double k = wavenumber(intrinsic_omega, water.depth, water.gravity);
  if (water.current.is_still()) return intrinsic_omega;
  const auto [sine, cosine] = sincos(direction);
  const Vector2 velocity = water.current.effective_velocity(k, water.depth);
  return intrinsic_omega + k * velocity.dot(Vector2(cosine, sine));
}

double share_above(const Spectrum& spectrum, double omega) {
  if (spectrum.energy() == 0.0) return 0.0;
  return std::max(1.0 - spectrum.energy_below(omega) / spectrum.energy(), 0.0);
}

double share_of_components_above(const Spectrum& spectrum, const DiscretisationOptions& options,
                                 double omega) {
  const auto [lower, upper] = spectrum.support();
  const double omega_min = options.omega_min.value_or(lower);
  const double omega_max = options.omega_max.value_or(upper);
  if (!(omega > omega_min)) return 1.0;
  const double above = spectrum.energy_below(omega_max) - spectrum.energy_below(omega);
  const double all = spectrum.energy_below(omega_max) - spectrum.energy_below(omega_min);
  return above > 0.0 ? above / all : 0.0;
}

}  // namespace raftup::hydro
