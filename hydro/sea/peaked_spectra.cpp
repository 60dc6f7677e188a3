#include "hydro/sea/peaked_spectra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {
namespace {

SpectralPeak jonswap_peak(double significant_wave_height, double peak_period,
                          double peak_enhancement) {
  require(peak_enhancement >= 1.0 && peak_enhancement <= 20.0,
          fmt::format("peak_enhancement must lie in [1, 20], got {}", peak_enhancement));
  return SpectralPeak({significant_wave_height, peak_period, 1.0, peak_enhancement});
}

double cube_root(double x) { return power(x, 1.0 / 3.0); }

/// e^-x^2
double bell(double x) { return exponential(-x * x); }

/// g of Torsethaugen's spectrum from a wave height and a period that make a steepness.
double torsethaugen_enhancement(double height, double period, double gravity) {
  return 35.0 * power(kTwoPi / gravity * height / (period * period), 0.857);
}

/// Where the fully developed sea of this height has its peak [s].
double fetch_period(double height) { return 6.6 * cube_root(height); }

SpectralPeak torsethaugen_peak(double height, double period, double enhancement) {
  return SpectralPeak({height, period, 0.75, std::max(1.0, enhancement)});
}

}  // namespace

PeakedSpectrum::PeakedSpectrum(std::vector<SpectralPeak> peaks) : peaks_(std::move(peaks)) {
  require(!peaks_.empty(), "systems must have at least 1 entry, got 0");
  for (const SpectralPeak& peak : peaks_) energy_ += peak.energy();
}

double PeakedSpectrum::density(double omega) const {
  double sum = 0.0;
  for (const SpectralPeak& peak : peaks_) sum += peak.density(omega);
  return sum;
}

double PeakedSpectrum::energy_below(double omega) const {
  double sum = 0.0;
  for (const SpectralPeak& peak : peaks_) sum += peak.energy_below(omega);
  return sum;
}

std::array<double, 2> PeakedSpectrum::support() const {
  const auto slower = [](const SpectralPeak& a, const SpectralPeak& b) {
    return a.peak_omega() < b.peak_omega();
  };
  const auto [lowest, highest] = std::minmax_element(peaks_.begin(), peaks_.end(), slower);
  if (energy_ == 0.0) return {0.5 * lowest->peak_omega(), 3.0 * highest->peak_omega()};
  std::array<double, 2> everything{0.1 * lowest->peak_omega(), 10.0 * highest->peak_omega()};
  while (energy_below(everything[1]) < 0.99 * energy_) everything[1] *= 2.0;
  return {omega_at_energy(1e-5 * energy_, everything), omega_at_energy(0.99 * energy_, everything)};
}

JonswapSpectrum::JonswapSpectrum(double significant_wave_height, double peak_period,
                                 double peak_enhancement)
    : PeakedSpectrum({jonswap_peak(significant_wave_height, peak_period, peak_enhancement)}) {}

PeakedSpectrum ochi_hubble_spectrum(const std::vector<SpectralPeak::Parameters>& systems) {
  require(systems.size() == 1 || systems.size() == 2,
          fmt::format("systems must have one or two entries, got {}", systems.size()));
  std::vector<SpectralPeak> peaks;
  for (std::size_t i = 0; i < systems.size(); ++i) {
    try {
      peaks.emplace_back(systems[i]);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("systems[{}].{}", i, error.what()));
    }
  }
  return PeakedSpectrum(std::move(peaks));
}

PeakedSpectrum torsethaugen_spectrum(double significant_wave_height, double peak_period,
                                     double gravity) {
  const double Hs = significant_wave_height, Tp = peak_period;
  require(Hs > 0.0 && Hs <= 25.0,
          fmt::format("significant_wave_height must lie in (0, 25] m, got {}", Hs));
  require(Tp > 0.0 && Tp <= 25.0, fmt::format("peak_period must lie in (0, 25] s, got {}", Tp));
  require(std::isfinite(gravity) && gravity > 0.0,
          fmt::format("gravity must be positive, got {}", gravity));
  const double T_f = fetch_period(Hs);
  if (Tp <= T_f) {
    const double r = 0.7 + 0.3 * bell(2.0 * (T_f - Tp) / (T_f - 2.0 * std::sqrt(Hs)));
    return PeakedSpectrum(
        {torsethaugen_peak(r * Hs, Tp, torsethaugen_enhancement(r * Hs, Tp, gravity)),
         torsethaugen_peak(std::sqrt(1.0 - r * r) * Hs, T_f + 2.0, 1.0)});
  }
  const double e = (Tp - T_f) / (25.0 - T_f);
  const double r = 0.6 + 0.4 * bell(e / 0.3);
  const double g = torsethaugen_enhancement(Hs, T_f, gravity) * (1.0 + 6.0 * e);
  const double wind_height = std::sqrt(1.0 - r * r) * Hs;
  const double wind_period = wind_height > 0.0 ? fetch_period(wind_height) : T_f;
  return PeakedSpectrum(
      {torsethaugen_peak(r * Hs, Tp, g), torsethaugen_peak(wind_height, wind_period, 1.0)});
}

}  // namespace raftup::hydro
