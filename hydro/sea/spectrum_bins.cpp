#include "hydro/sea/spectrum_bins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

constexpr std::size_t kCells = 256;

}  // namespace

SpectrumBins::Band SpectrumBins::band_of(const Spectrum& spectrum,
                                         const DiscretisationOptions& options) {
  require(options.component_count >= 1, "component_count must be at least 1",
          fmt::format("{}", options.component_count));
  const auto [lower, upper] = spectrum.support();
  const double omega_min = options.omega_min.value_or(lower);
  const double omega_max = options.omega_max.value_or(upper);
  require(std::isfinite(omega_min) && omega_min >= 0.0 && (omega_min > 0.0 || !options.omega_min),
          "omega_min must be positive", fmt::format("{}", omega_min));
  require(std::isfinite(omega_max) && omega_max > omega_min,
          fmt::format("omega_max must be above omega_min = {}", omega_min),
          fmt::format("{}", omega_max));
  const double below = spectrum.energy_below(omega_min);
  const double energy = spectrum.energy_below(omega_max) - below;
  require(energy > 0.0 || spectrum.energy() == 0.0,
          "the spectrum must have energy between omega_min and omega_max",
          fmt::format("none in [{}, {}]", omega_min, omega_max));
  return {omega_min, omega_max, below, energy};
}

SpectrumBins::SpectrumBins(const Spectrum& spectrum, const DiscretisationOptions& options)
    : spectrum_(spectrum),
      band_(band_of(spectrum, options)),
      count_(options.component_count),
      equal_energy_(options.bins == Discretisation::kEqualEnergy && band_.energy > 0.0) {
  if (equal_energy_) tabulate_energies();
}

void SpectrumBins::tabulate_energies() {
  for (std::size_t edge = 0; edge <= kCells; ++edge) {
    energies_.push_back(spectrum_.energy_below(cell_edge(edge)));
  }
}

double SpectrumBins::cell_edge(std::size_t edge) const {
  if (edge == kCells) return band_.omega_max;
  return band_.omega_min + static_cast<double>(edge) / kCells * (band_.omega_max - band_.omega_min);
}

double SpectrumBins::omega(int bin, double place) const {
  const double share = (bin + place) / count_;
  if (!equal_energy_) return band_.omega_min + share * (band_.omega_max - band_.omega_min);
  const double energy = band_.energy_below + share * band_.energy;
  const auto after = std::upper_bound(energies_.begin() + 1, energies_.end() - 1, energy);
  const auto cell = static_cast<std::size_t>(after - energies_.begin()) - 1;
  return spectrum_.omega_at_energy(energy, {cell_edge(cell), cell_edge(cell + 1)});
}

double SpectrumBins::energy(int bin) const {
  if (equal_energy_) return spectrum_.energy() / count_;
  if (band_.energy == 0.0) return 0.0;
  const double within =
      spectrum_.energy_below(omega(bin, 1.0)) - spectrum_.energy_below(omega(bin, 0.0));
  return within * spectrum_.energy() / band_.energy;
}

}  // namespace raftup::hydro
