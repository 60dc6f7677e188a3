#include "hydro/sea/spectrum_bins.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/error.hpp"

namespace raftup::hydro {

SpectrumBins::Band SpectrumBins::band_of(const Spectrum& spectrum,
                                         const DiscretisationOptions& options) {
  require(options.component_count >= 1,
          fmt::format("component_count must be at least 1, got {}", options.component_count));
  const auto [lower, upper] = spectrum.support();
  const double omega_min = options.omega_min.value_or(lower);
  const double omega_max = options.omega_max.value_or(upper);
  require(std::isfinite(omega_min) && omega_min >= 0.0 && (omega_min > 0.0 || !options.omega_min),
          fmt::format("omega_min must be positive, got {}", omega_min));
  require(std::isfinite(omega_max) && omega_max > omega_min,
          fmt::format("omega_max must be above omega_min = {}, got {}", omega_min, omega_max));
  const double below = spectrum.energy_below(omega_min);
  const double energy = spectrum.energy_below(omega_max) - below;
  require(energy > 0.0 || spectrum.energy() == 0.0,
          fmt::format("the spectrum must have energy between omega_min and omega_max, got none in "
                      "[{}, {}]",
                      omega_min, omega_max));
  return {omega_min, omega_max, below, energy};
}

SpectrumBins::SpectrumBins(const Spectrum& spectrum, const DiscretisationOptions& options)
    : spectrum_(spectrum),
      band_(band_of(spectrum, options)),
      count_(options.component_count),
      equal_energy_(options.bins == Discretisation::kEqualEnergy && band_.energy > 0.0) {}

double SpectrumBins::omega(int bin, double place) const {
  const double share = (bin + place) / count_;
  if (!equal_energy_) return band_.omega_min + share * (band_.omega_max - band_.omega_min);
  return spectrum_.omega_at_energy(band_.energy_below + share * band_.energy,
                                   {band_.omega_min, band_.omega_max});
}

double SpectrumBins::energy(int bin) const {
  if (equal_energy_) return spectrum_.energy() / count_;
  if (band_.energy == 0.0) return 0.0;
  const double within =
      spectrum_.energy_below(omega(bin, 1.0)) - spectrum_.energy_below(omega(bin, 0.0));
  return within * spectrum_.energy() / band_.energy;
}

}  // namespace raftup::hydro
