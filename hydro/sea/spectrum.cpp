#include "hydro/sea/spectrum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

double Spectrum::omega_at_energy(double energy, std::array<double, 2> bounds) const {
  auto [lower, upper] = bounds;
  double omega = 0.5 * (lower + upper);
  for (int iteration = 0; iteration < 100 && upper - lower > 1e-13 * upper; ++iteration) {
    const double excess = energy_below(omega) - energy;
    (excess > 0.0 ? upper : lower) = omega;
    const double newton = omega - excess / density(omega);
    const double previous = omega;
    const bool is_newton = newton > lower && newton < upper;
    omega = is_newton ? newton : 0.5 * (lower + upper);
    // A step squares the error: the next one would move omega by less than round-off.
    if (is_newton && std::abs(omega - previous) <= 1e-9 * omega) break;
  }
  return omega;
}

TabulatedSpectrum::TabulatedSpectrum(std::vector<double> omega, std::vector<double> density)
    : omega_(std::move(omega)), density_(std::move(density)), energy_below_{0.0} {
  require(omega_.size() >= 2, "omega must have at least 2 entries",
          fmt::format("{}", omega_.size()));
  require(density_.size() == omega_.size(),
          fmt::format("density must have one entry per omega ({})", omega_.size()),
          fmt::format("{}", density_.size()));
  for (std::size_t i = 0; i < omega_.size(); ++i) {
    require(std::isfinite(omega_[i]) && omega_[i] >= 0.0 && (i == 0 || omega_[i] > omega_[i - 1]),
            fmt::format("omega[{}] must be finite, >= 0 and above the one before", i),
            fmt::format("{}", omega_[i]));
    require(std::isfinite(density_[i]) && density_[i] >= 0.0,
            fmt::format("density[{}] must be finite and >= 0", i), fmt::format("{}", density_[i]));
    if (i == 0) continue;
    energy_below_.push_back(energy_below_.back() +
                            0.5 * (density_[i] + density_[i - 1]) * (omega_[i] - omega_[i - 1]));
  }
}

double TabulatedSpectrum::density(double omega) const {
  if (omega < omega_.front() || omega > omega_.back()) return 0.0;
  const auto after = std::upper_bound(omega_.begin() + 1, omega_.end() - 1, omega);
  const auto i = static_cast<std::size_t>(after - omega_.begin()) - 1;
  const double fraction = (omega - omega_[i]) / (omega_[i + 1] - omega_[i]);
  return density_[i] + fraction * (density_[i + 1] - density_[i]);
}

double TabulatedSpectrum::energy_below(double omega) const {
  const double end = std::clamp(omega, omega_.front(), omega_.back());
  const auto after = std::upper_bound(omega_.begin() + 1, omega_.end() - 1, end);
  const auto i = static_cast<std::size_t>(after - omega_.begin()) - 1;
  return energy_below_[i] + 0.5 * (density_[i] + density(end)) * (end - omega_[i]);
}

}  // namespace raftup::hydro
