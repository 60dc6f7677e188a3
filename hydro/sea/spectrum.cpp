#include "hydro/sea/spectrum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/quadrature.hpp"
#include "hydro/numerics/sincos.hpp"

namespace raftup::hydro {
namespace {

// Everything below is over u = omega / omega_p and for m0 of Pierson-Moskowitz = 1.
constexpr double kEnhancedFrom = 0.4, kEnhancedTo = 1.8;  ///< beyond, g^r - 1 is below 1e-16
constexpr int kPanels = 28;                               ///< one edge falls on the peak, u = 1
constexpr double kPanelWidth = (kEnhancedTo - kEnhancedFrom) / kPanels;

double pierson_moskowitz_energy_below(double u) {
  const double x = 1.0 / (u * u);
  return exponential(-1.25 * x * x);
}

double pierson_moskowitz_density(double u) {
  const double below = pierson_moskowitz_energy_below(u);
  if (below == 0.0) return 0.0;  // where u^-5 may overflow
  const double u2 = u * u;
  return 5.0 / (u2 * u2 * u) * below;
}

/// g^r - 1 with r = exp(-(u - 1)^2 / (2 sigma^2)).
double enhancement_excess(double u, double g) {
  const double sigma = u <= 1.0 ? 0.07 : 0.09;
  const double distance = (u - 1.0) / sigma;
  return exponential_minus_one(logarithm(g) * exponential(-0.5 * distance * distance));
}

double excess_within(double lower, double upper, double g) {
  return integrate(
      [g](double u) { return pierson_moskowitz_density(u) * enhancement_excess(u, g); }, lower,
      upper);
}

double panel_edge(int panel) { return kEnhancedFrom + panel * kPanelWidth; }

}  // namespace

double Spectrum::omega_at_energy(double energy, std::array<double, 2> bounds) const {
  auto [lower, upper] = bounds;
  double omega = 0.5 * (lower + upper);
  for (int iteration = 0; iteration < 100 && upper - lower > 1e-13 * upper; ++iteration) {
    const double excess = energy_below(omega) - energy;
    (excess > 0.0 ? upper : lower) = omega;
    const double newton = omega - excess / density(omega);
    const double previous = omega;
    omega = newton > lower && newton < upper ? newton : 0.5 * (lower + upper);
    if (std::abs(omega - previous) <= 1e-14 * omega) break;
  }
  return omega;
}

JonswapSpectrum::JonswapSpectrum(double significant_wave_height, double peak_period,
                                 double peak_enhancement)
    : energy_(significant_wave_height * significant_wave_height / 16.0),
      peak_omega_(kTwoPi / peak_period),
      enhancement_(peak_enhancement),
      excess_{0.0} {
  require(std::isfinite(energy_) && significant_wave_height >= 0.0,
          fmt::format("significant_wave_height must be >= 0, got {}", significant_wave_height));
  require(std::isfinite(peak_period) && peak_period > 0.0,
          fmt::format("peak_period must be positive, got {}", peak_period));
  require(peak_enhancement >= 1.0 && peak_enhancement <= 20.0,
          fmt::format("peak_enhancement must lie in [1, 20], got {}", peak_enhancement));
  for (int panel = 0; panel < kPanels; ++panel) {
    excess_.push_back(excess_.back() +
                      excess_within(panel_edge(panel), panel_edge(panel + 1), enhancement_));
  }
}

double JonswapSpectrum::density(double omega) const {
  if (omega <= 0.0) return 0.0;
  const double u = omega / peak_omega_;
  return energy_ / (1.0 + excess_.back()) * pierson_moskowitz_density(u) *
         (1.0 + enhancement_excess(u, enhancement_)) / peak_omega_;
}

double JonswapSpectrum::energy_below(double omega) const {
  if (omega <= 0.0) return 0.0;
  const double u = omega / peak_omega_;
  const double enhanced = std::clamp(u, kEnhancedFrom, kEnhancedTo);
  const int panel =
      std::min(static_cast<int>((enhanced - kEnhancedFrom) / kPanelWidth), kPanels - 1);
  const double excess = excess_[static_cast<std::size_t>(panel)] +
                        excess_within(panel_edge(panel), enhanced, enhancement_);
  return energy_ * (pierson_moskowitz_energy_below(u) + excess) / (1.0 + excess_.back());
}

std::array<double, 2> JonswapSpectrum::support() const {
  if (energy_ == 0.0) return {0.5 * peak_omega_, 3.0 * peak_omega_};
  const std::array<double, 2> everything{0.1 * peak_omega_, 10.0 * peak_omega_};
  return {omega_at_energy(1e-5 * energy_, everything), omega_at_energy(0.99 * energy_, everything)};
}

TabulatedSpectrum::TabulatedSpectrum(std::vector<double> omega, std::vector<double> density)
    : omega_(std::move(omega)), density_(std::move(density)), energy_below_{0.0} {
  require(omega_.size() >= 2,
          fmt::format("omega must have at least 2 entries, got {}", omega_.size()));
  require(density_.size() == omega_.size(),
          fmt::format("density must have one entry per omega ({}), got {}", omega_.size(),
                      density_.size()));
  for (std::size_t i = 0; i < omega_.size(); ++i) {
    require(std::isfinite(omega_[i]) && omega_[i] >= 0.0 && (i == 0 || omega_[i] > omega_[i - 1]),
            fmt::format("omega[{}] must be finite, >= 0 and above the one before, got {}", i,
                        omega_[i]));
    require(std::isfinite(density_[i]) && density_[i] >= 0.0,
            fmt::format("density[{}] must be finite and >= 0, got {}", i, density_[i]));
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
