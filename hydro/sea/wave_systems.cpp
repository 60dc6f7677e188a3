#include "hydro/sea/wave_systems.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/philox.hpp"
#include "hydro/sea/spectrum_bins.hpp"

namespace raftup::hydro {
namespace {

/// Width of direction that each filed direction stands for [rad].
std::vector<double> direction_weights(const std::vector<double>& directions) {
  const std::size_t n = directions.size();
  require(n >= 2, fmt::format("direction must have at least 2 entries, got {}", n));
  for (std::size_t d = 0; d < n; ++d) {
    require(std::isfinite(directions[d]) && (d == 0 || directions[d] > directions[d - 1]),
            fmt::format("direction[{}] must be finite and above the one before, got {}", d,
                        directions[d]));
  }
  const double span = directions.back() - directions.front();
  const double gap = kTwoPi - span;  // from the last direction round to the first
  require(gap > 0.0, fmt::format("direction must span less than one turn, got {} rad", span));
  const bool around = std::abs(gap - span / static_cast<double>(n - 1)) < 1e-6 * kTwoPi;
  std::vector<double> weights(n, 0.0);
  for (std::size_t d = 0; d < n; ++d) {
    if (d > 0) weights[d] += 0.5 * (directions[d] - directions[d - 1]);
    if (d + 1 < n) weights[d] += 0.5 * (directions[d + 1] - directions[d]);
  }
  if (around) {
    weights.front() += 0.5 * gap;
    weights.back() += 0.5 * gap;
  }
  return weights;
}

/// Appends the components of a spectrum; each draws its numbers by its place in `components`.
void append_waves(const Spectrum& spectrum, const std::vector<double>& directions,
                  const DiscretisationOptions& options, std::vector<WaveComponent>& components) {
  require(!directions.empty(), "direction must have at least 1 entry", "0");
  const SpectrumBins bins(spectrum, options);
  for (int bin = 0; bin < options.component_count; ++bin) {
    const double share = bins.energy(bin) / static_cast<double>(directions.size());
    for (const double direction : directions) {
      const auto [turns, place] = uniform_pair(options.seed, components.size());
      components.push_back(
          {bins.omega(bin, place), amplitude_of(share), kTwoPi * turns, direction});
    }
  }
}

}  // namespace

WaveComponent regular_wave(double amplitude, double period, double direction, double phase) {
  require(std::isfinite(amplitude) && amplitude >= 0.0,
          fmt::format("amplitude must be >= 0, got {}", amplitude));
  require(std::isfinite(period) && period > 0.0,
          fmt::format("period must be positive, got {}", period));
  require(std::isfinite(direction), fmt::format("direction must be finite, got {}", direction));
  require(std::isfinite(phase), fmt::format("phase must be finite, got {}", phase));
  return {kTwoPi / period, amplitude, phase, direction};
}

std::vector<WaveComponent> irregular_waves(const Spectrum& spectrum,
                                           const std::vector<double>& directions,
                                           const DiscretisationOptions& options) {
  std::vector<WaveComponent> components;
  append_waves(spectrum, directions, options, components);
  return components;
}

std::vector<WaveComponent> irregular_waves(const std::vector<DirectedSpectrum>& spectra,
                                           const DiscretisationOptions& options) {
  std::vector<WaveComponent> components;
  for (const DirectedSpectrum& directed : spectra) {
    append_waves(*directed.spectrum, directed.directions, options, components);
  }
  return components;
}

std::vector<DirectedSpectrum> directed_spectra(const DirectionalSpectrum& spectrum) {
  const std::vector<double> weights = direction_weights(spectrum.directions);
  const std::size_t count = spectrum.directions.size();
  require(spectrum.density.size() == spectrum.omega.size() * count,
          fmt::format("density must have one entry per omega and direction ({}), got {}",
                      spectrum.omega.size() * count, spectrum.density.size()));
  std::vector<DirectedSpectrum> spectra;
  for (std::size_t d = 0; d < count; ++d) {
    std::vector<double> density;
    for (std::size_t i = 0; i < spectrum.omega.size(); ++i) {
      const double given = spectrum.density[i * count + d];
      require(std::isfinite(given) && given >= 0.0,  // by the entry, before it has a weight
              fmt::format("density[{}] must be finite and >= 0, got {}", i * count + d, given));
      density.push_back(weights[d] * given);
    }
    spectra.push_back({{spectrum.directions[d]},
                       std::make_shared<TabulatedSpectrum>(spectrum.omega, std::move(density))});
  }
  return spectra;
}

}  // namespace raftup::hydro
