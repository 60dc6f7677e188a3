#include "hydro/sea/wave_systems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/wave_period.hpp"

namespace raftup::hydro {
namespace {

/// Returns the width of direction that each direction represents [rad].
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

/// Appends the components of a spectrum; each draws random numbers by its index in `components`.
void append_waves(const Spectrum& spectrum, const std::vector<double>& directions,
                  const DiscretisationOptions& options, std::vector<WaveComponent>& components) {
  require(!directions.empty(), "direction must have at least 1 entry", "0");
  const SpectrumBins bins(spectrum, options);
  for (int bin = 0; bin < options.component_count; ++bin) {
    check_cancelled();
    const double share = bins.energy(bin) / static_cast<double>(directions.size());
    for (const double direction : directions) {
      const auto [turns, place] =
          uniform_pair(options.seed, components.size(), options.same_seed_before);
      components.push_back(
          {bins.omega(bin, place), amplitude_of(share), kTwoPi * turns, direction});
    }
  }
}

}  // namespace

WaveComponent regular_wave(double amplitude, double period, double direction, double phase) {
  require(std::isfinite(amplitude) && amplitude >= 0.0,
          fmt::format("amplitude must be >= 0, got {}", amplitude));
  require(amplitude <= kHighestWave,
          fmt::format("amplitude must be at most {} m, got {}", kHighestWave, amplitude));
  require_wave_period(period, "period");
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
    check_cancelled();
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

namespace {

constexpr int kRounds = 10;
constexpr std::array<std::uint64_t, 2> kMultipliers{0xD2511F53U, 0xCD9E8D57U};
constexpr std::array<std::uint32_t, 2> kKeySteps{0x9E3779B9U, 0xBB67AE85U};

std::uint32_t high(std::uint64_t product) { return static_cast<std::uint32_t>(product >> 32U); }
std::uint32_t low(std::uint64_t product) { return static_cast<std::uint32_t>(product); }

/// Converts the upper 52 bits of a 64-bit draw to the center of their interval, in (0, 1) without
/// either end.
double unit_interval(std::uint32_t upper, std::uint32_t lower) {
  const std::uint64_t bits = (static_cast<std::uint64_t>(upper) << 32U | lower) >> 12U;
  return (static_cast<double>(bits) + 0.5) * 0x1p-52;
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < kRounds; ++round) {
    check_cancelled();
    const std::uint64_t first = kMultipliers[0] * counter[0];
    const std::uint64_t second = kMultipliers[1] * counter[2];
    counter = {high(second) ^ counter[1] ^ key[0], low(second), high(first) ^ counter[3] ^ key[1],
               low(first)};
    key[0] += kKeySteps[0];
    key[1] += kKeySteps[1];
  }
  return counter;
}

std::array<double, 2> uniform_pair(std::uint64_t seed, std::uint64_t component,
                                   std::uint64_t system) {
  const auto bits =
      philox({low(component), high(component), low(system), high(system)}, {low(seed), high(seed)});
  return {unit_interval(bits[0], bits[1]), unit_interval(bits[2], bits[3])};
}

}  // namespace raftup::hydro
