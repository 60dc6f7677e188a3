#include "hydro/sea/wave_systems.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/error.hpp"
#include "hydro/numerics/sincos.hpp"
#include "hydro/sea/philox.hpp"

namespace raftup::hydro {
namespace {

/// The range of frequencies that the components share among them.
struct Band {
  double omega_min;
  double omega_max;
  double energy_below;  ///< m2, below omega_min
  double energy;        ///< m2, within
};

Band band_of(const Spectrum& spectrum, const DiscretisationOptions& options) {
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

/// Frequency and energy share of the bins of one band.
class Bins {
 public:
  Bins(const Spectrum& spectrum, const DiscretisationOptions& options)
      : spectrum_(spectrum),
        band_(band_of(spectrum, options)),
        count_(options.component_count),
        equal_energy_(options.bins == Discretisation::kEqualEnergy && band_.energy > 0.0) {}

  /// The frequency at `place` in [0, 1] of a bin.
  double omega(int bin, double place) const {
    const double share = (bin + place) / count_;
    if (!equal_energy_) return band_.omega_min + share * (band_.omega_max - band_.omega_min);
    return spectrum_.omega_at_energy(band_.energy_below + share * band_.energy,
                                     {band_.omega_min, band_.omega_max});
  }

  /// Energy [m2] of a bin, what lies outside the band included.
  double energy(int bin) const {
    if (equal_energy_) return spectrum_.energy() / count_;
    if (band_.energy == 0.0) return 0.0;
    const double within =
        spectrum_.energy_below(omega(bin, 1.0)) - spectrum_.energy_below(omega(bin, 0.0));
    return within * spectrum_.energy() / band_.energy;
  }

 private:
  const Spectrum& spectrum_;
  Band band_;
  int count_;
  bool equal_energy_;
};

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
  require(options.component_count >= 1,
          fmt::format("component_count must be at least 1, got {}", options.component_count));
  require(!directions.empty(), "direction must have at least 1 entry, got 0");
  const Bins bins(spectrum, options);
  for (int bin = 0; bin < options.component_count; ++bin) {
    const double share = bins.energy(bin) / static_cast<double>(directions.size());
    for (const double direction : directions) {
      const auto [turns, place] = uniform_pair(options.seed, components.size());
      components.push_back(
          {bins.omega(bin, place), std::sqrt(2.0 * share), kTwoPi * turns, direction});
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

std::vector<WaveComponent> irregular_waves(const DirectionalSpectrum& spectrum,
                                           const DiscretisationOptions& options) {
  const std::vector<double> weights = direction_weights(spectrum.directions);
  const std::size_t count = spectrum.directions.size();
  require(spectrum.density.size() == spectrum.omega.size() * count,
          fmt::format("density must have one entry per omega and direction ({}), got {}",
                      spectrum.omega.size() * count, spectrum.density.size()));
  std::vector<WaveComponent> components;
  for (std::size_t d = 0; d < count; ++d) {
    std::vector<double> density;
    for (std::size_t i = 0; i < spectrum.omega.size(); ++i) {
      density.push_back(weights[d] * spectrum.density[i * count + d]);
    }
    append_waves(TabulatedSpectrum(spectrum.omega, std::move(density)), {spectrum.directions[d]},
                 options, components);
  }
  return components;
}

}  // namespace raftup::hydro
