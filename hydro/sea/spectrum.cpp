#include "hydro/sea/spectrum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/elementary_lanes.hpp"
#include "hydro/numerics/quadrature.hpp"
#include "hydro/sea/wave_period.hpp"

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
    // A step squares the error: the next one would change omega by less than round-off.
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

namespace {

// Everything below is over u = omega / omega_p and for m0 of S_l = 1.
constexpr double kEnhancedFrom = 0.4, kEnhancedTo = 1.8;  ///< beyond, g^r - 1 is below 1e-16
constexpr int kPanels = 28;                               ///< one edge falls on the peak, u = 1
constexpr double kPanelWidth = (kEnhancedTo - kEnhancedFrom) / kPanels;  ///< of u

/// sigma of r = exp(-(u - 1)^2 / (2 sigma^2)).
constexpr double kSigmaBelow = 0.07, kSigmaAbove = 0.09;

/// Returns g^r - 1.
double enhancement_excess(double u, double logarithm_of_g) {
  const double sigma = u <= 1.0 ? kSigmaBelow : kSigmaAbove;
  const double distance = (u - 1.0) / sigma;
  return exponential_minus_one(logarithm_of_g * exponential(-0.5 * distance * distance));
}

/// Computes the same for SIMD vectors.
template <typename V>
[[gnu::always_inline]] inline void enhancement_excess_in_lanes(const V& u, double logarithm_of_g,
                                                               V& result) {
  const V zero{};
  const V sigma = u <= 1.0 ? zero + kSigmaBelow : zero + kSigmaAbove;
  const V distance = (u - 1.0) / sigma;
  V r;
  exponential_in_lanes<V>(-0.5 * distance * distance, r);
  exponential_minus_one_in_lanes<V>(logarithm_of_g * r, result);
}

double panel_edge(int panel) { return kEnhancedFrom + panel * kPanelWidth; }

}  // namespace

SpectralPeak::SpectralPeak(const Parameters& parameters)
    : energy_(parameters.significant_wave_height * parameters.significant_wave_height / 16.0),
      peak_omega_(kTwoPi / parameters.peak_period),
      shape_(parameters.shape),
      enhancement_(parameters.peak_enhancement),
      excess_{0.0} {
  const double height = parameters.significant_wave_height;
  require(height >= 0.0, fmt::format("significant_wave_height must be >= 0, got {}", height));
  require(
      height <= kHighestWave,
      fmt::format("significant_wave_height must be at most {} m, got {}", kHighestWave, height));
  require_wave_period(parameters.peak_period, "peak_period");
  require(shape_ >= 0.25 && shape_ <= 50.0,
          fmt::format("shape must lie in [0.25, 50], got {}", shape_));
  require(enhancement_ >= 1.0 && enhancement_ <= 100.0,
          fmt::format("peak_enhancement must lie in [1, 100], got {}", enhancement_));
  logarithm_of_enhancement_ = logarithm(enhancement_);
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
  const auto excess = [this]<typename V>(const V& u, V& result) {
    const V x = 1.0 / (u * u);
    V logarithm_of_u, base, more;
    logarithm_in_lanes(u, logarithm_of_u);
    exponential_in_lanes<V>(-(4.0 * shape_ + 1.0) * logarithm_of_u - (shape_ + 0.25) * x * x, base);
    enhancement_excess_in_lanes(u, logarithm_of_enhancement_, more);
    result = scale_ * base * more;
  };
  return integrate_in_lanes(excess, lower, upper);
}

double SpectralPeak::density(double omega) const {
  if (omega <= 0.0) return 0.0;
  const double u = omega / peak_omega_;
  return energy_ / (1.0 + excess_.back()) * base_density(u) *
         (1.0 + enhancement_excess(u, logarithm_of_enhancement_)) / peak_omega_;
}

double SpectralPeak::energy_below(double omega) const {
  if (omega <= 0.0) return 0.0;
  const double u = omega / peak_omega_;
  const double enhanced = std::clamp(u, kEnhancedFrom, kEnhancedTo);
  const int panel =
      std::min(to_integer<int>((enhanced - kEnhancedFrom) / kPanelWidth, "panel of the frequency"),
               kPanels - 1);
  const double excess =
      excess_[static_cast<std::size_t>(panel)] + excess_within(panel_edge(panel), enhanced);
  return energy_ * (base_energy_below(u) + excess) / (1.0 + excess_.back());
}

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

/// Returns the peak enhancement g of Torsethaugen's spectrum for the steepness of a wave height and
/// a period.
double torsethaugen_enhancement(double height, double period, double gravity) {
  return 35.0 * power(kTwoPi / gravity * height / (period * period), 0.857);
}

/// Returns the peak period of the fully developed sea of this height [s].
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
  require_wave_period(Tp, "peak_period");
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

namespace {

void require_exponent(double s) {
  require(s >= 0.0 && s <= 1000.0, fmt::format("cosine_2s must lie in [0, 1000], got {}", s));
}

constexpr int kSpreadingPanels = 128;
constexpr double kSpreadingPanelWidth = 0.5 * kTwoPi / kSpreadingPanels;  ///< [rad], half a turn

/// Returns cos^{2s}(offset / 2).
double relative_density(double offset, double s) {
  const double cosine = sincos(0.5 * offset).cosine;
  if (cosine <= 0.0) return s == 0.0 ? 1.0 : 0.0;
  return exponential(2.0 * s * logarithm(cosine));
}

/// The share of the energy on one side of the mean (0 <= offset <= pi) within `offset` of the mean.
class OneSidedEnergy {
 public:
  explicit OneSidedEnergy(double s) : s_(s), below_{0.0} {
    for (int panel = 0; panel < kSpreadingPanels; ++panel) {
      below_.push_back(below_.back() +
                       within(panel * kSpreadingPanelWidth, (panel + 1) * kSpreadingPanelWidth));
    }
  }

  /// Returns the offset within which `share` of the energy lies, by bisection to round-off.
  double offset_at(double share) const {
    const double energy = share * below_.back();
    std::size_t panel = 0;
    while (panel + 1 < kSpreadingPanels && below_[panel + 1] < energy) ++panel;
    const double start = static_cast<double>(panel) * kSpreadingPanelWidth;
    double lower = start, upper = start + kSpreadingPanelWidth;
    for (int iteration = 0; iteration < 60; ++iteration) {
      const double middle = 0.5 * (lower + upper);
      (below_[panel] + within(start, middle) > energy ? upper : lower) = middle;
    }
    return 0.5 * (lower + upper);
  }

 private:
  double within(double lower, double upper) const {
    return integrate([this](double offset) { return relative_density(offset, s_); }, lower, upper);
  }

  double s_;
  std::vector<double> below_;  ///< integral up to each panel's edge
};

}  // namespace

namespace {

/// Returns the factor by which distances from the mean must be multiplied so that their mean
/// cosine, which is larger, becomes s / (s + 1), by bisection to round-off.
double widening(const std::vector<double>& offsets, double s) {
  const double furthest = *std::max_element(offsets.begin(), offsets.end());
  const auto too_narrow = [&](double factor) {
    double sum = 0.0;
    for (const double offset : offsets) sum += sincos(factor * offset).cosine;
    return sum / static_cast<double>(offsets.size()) > s / (s + 1.0);
  };
  if (furthest == 0.0 || !too_narrow(1.0)) return 1.0;
  double lower = 1.0, upper = 0.5 * kTwoPi / furthest;
  for (int iteration = 0; iteration < 60; ++iteration) {
    const double middle = 0.5 * (lower + upper);
    (too_narrow(middle) ? lower : upper) = middle;
  }
  return 0.5 * (lower + upper);
}

}  // namespace

double spreading_density(double offset, double s) {
  require_exponent(s);
  return relative_density(offset, s);
}

std::vector<double> spread_directions(double mean, double s, int direction_count) {
  require(std::isfinite(mean), fmt::format("direction must be finite, got {}", mean));
  require_exponent(s);
  require(direction_count >= 1,
          fmt::format("direction_count must be at least 1, got {}", direction_count));
  const OneSidedEnergy energy(s);
  const auto count = static_cast<std::size_t>(direction_count);
  std::vector<double> offsets(count, 0.0);
  for (std::size_t i = 0; i < count / 2; ++i) {
    const double share_outside = (2.0 * static_cast<double>(i) + 1.0) / direction_count;
    offsets[i] = offsets[count - 1 - i] = energy.offset_at(1.0 - share_outside);
  }
  const double factor = widening(offsets, s);
  std::vector<double> directions(count, mean);
  for (std::size_t i = 0; i < count / 2; ++i) {
    directions[i] = mean - factor * offsets[i];
    directions[count - 1 - i] = mean + factor * offsets[i];
  }
  return directions;
}

}  // namespace raftup::hydro
