#include "hydro/sea/spectral_peak.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/quadrature.hpp"

namespace raftup::hydro {
namespace {

// Everything below is over u = omega / omega_p and for m0 of S_l = 1.
constexpr double kEnhancedFrom = 0.4, kEnhancedTo = 1.8;  ///< beyond, g^r - 1 is below 1e-16
constexpr int kPanels = 28;                               ///< one edge falls on the peak, u = 1
constexpr double kPanelWidth = (kEnhancedTo - kEnhancedFrom) / kPanels;

/// g^r - 1 with r = exp(-(u - 1)^2 / (2 sigma^2)).
double enhancement_excess(double u, double g) {
  if (g == 1.0) return 0.0;
  const double sigma = u <= 1.0 ? 0.07 : 0.09;
  const double distance = (u - 1.0) / sigma;
  return exponential_minus_one(logarithm(g) * exponential(-0.5 * distance * distance));
}

double panel_edge(int panel) { return kEnhancedFrom + panel * kPanelWidth; }

}  // namespace

SpectralPeak::SpectralPeak(const Parameters& parameters)
    : energy_(parameters.significant_wave_height * parameters.significant_wave_height / 16.0),
      peak_omega_(kTwoPi / parameters.peak_period),
      shape_(parameters.shape),
      enhancement_(parameters.peak_enhancement),
      excess_{0.0} {
  require(std::isfinite(energy_) && parameters.significant_wave_height >= 0.0,
          fmt::format("significant_wave_height must be >= 0, got {}",
                      parameters.significant_wave_height));
  require(std::isfinite(parameters.peak_period) && parameters.peak_period > 0.0,
          fmt::format("peak_period must be positive, got {}", parameters.peak_period));
  require(shape_ >= 0.25 && shape_ <= 50.0,
          fmt::format("shape must lie in [0.25, 50], got {}", shape_));
  require(enhancement_ >= 1.0 && enhancement_ <= 100.0,
          fmt::format("peak_enhancement must lie in [1, 100], got {}", enhancement_));
  scale_ = 4.0 * exponential(shape_ * logarithm(shape_ + 0.25) - logarithm_of_gamma(shape_));
  for (int panel = 0; panel < kPanels; ++panel) {
    excess_.push_back(excess_.back() + excess_within(panel_edge(panel), panel_edge(panel + 1)));
  }
}

double SpectralPeak::base_energy_below(double u) const {
  const double x = 1.0 / (u * u);
  return upper_gamma_ratio(shape_, (shape_ + 0.25) * x * x);
}

double SpectralPeak::base_density(double u) const {
  if (u < 0.01) return 0.0;  // exp(-0.5e8), where the power may overflow
  const double x = 1.0 / (u * u);
  return scale_ * exponential(-(4.0 * shape_ + 1.0) * logarithm(u) - (shape_ + 0.25) * x * x);
}

double SpectralPeak::excess_within(double lower, double upper) const {
  if (enhancement_ == 1.0) return 0.0;
  return integrate(
      [this](double u) { return base_density(u) * enhancement_excess(u, enhancement_); }, lower,
      upper);
}

double SpectralPeak::density(double omega) const {
  if (omega <= 0.0) return 0.0;
  const double u = omega / peak_omega_;
  return energy_ / (1.0 + excess_.back()) * base_density(u) *
         (1.0 + enhancement_excess(u, enhancement_)) / peak_omega_;
}

double SpectralPeak::energy_below(double omega) const {
  if (omega <= 0.0) return 0.0;
  const double u = omega / peak_omega_;
  const double enhanced = std::clamp(u, kEnhancedFrom, kEnhancedTo);
  const int panel =
      std::min(static_cast<int>((enhanced - kEnhancedFrom) / kPanelWidth), kPanels - 1);
  const double excess =
      excess_[static_cast<std::size_t>(panel)] + excess_within(panel_edge(panel), enhanced);
  return energy_ * (base_energy_below(u) + excess) / (1.0 + excess_.back());
}

}  // namespace raftup::hydro
