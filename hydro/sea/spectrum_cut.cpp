#include "hydro/sea/spectrum_cut.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hydro/numerics/elementary.hpp"
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

BandedSpectrum::BandedSpectrum(std::shared_ptr<const Spectrum> whole,
                               const DiscretisationOptions& options)
    : whole_(std::move(whole)),
      lower_(options.omega_min.value_or(0.0)),
      upper_(options.omega_max.value_or(std::numeric_limits<double>::infinity())),
      energy_below_(whole_->energy_below(lower_)) {
  const double end = options.omega_max ? whole_->energy_below(upper_) : whole_->energy();
  factor_ = end > energy_below_ ? whole_->energy() / (end - energy_below_) : 0.0;
}

double BandedSpectrum::density(double omega) const {
  return omega < lower_ || omega > upper_ ? 0.0 : factor_ * whole_->density(omega);
}

double BandedSpectrum::energy_below(double omega) const {
  if (!(omega > lower_)) return 0.0;
  const double end = std::min(omega, upper_);
  const double below = std::isfinite(end) ? whole_->energy_below(end) : whole_->energy();
  return factor_ * (below - energy_below_);
}

std::array<double, 2> BandedSpectrum::support() const {
  const auto [lower, upper] = whole_->support();
  return {std::max(lower, lower_), std::min(upper, upper_)};
}

}  // namespace raftup::hydro
