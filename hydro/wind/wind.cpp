#include "hydro/wind/wind.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/quadrature.hpp"
#include "hydro/numerics/vector_width.hpp"
#include "hydro/sea/wave_systems.hpp"

namespace raftup::hydro {

namespace {

constexpr double kReferenceHeight = 10.0;  // m, of U_10 and U_0
constexpr double kHour = 3600.0;           // s

/// Returns U(z)/U_0 of the NPD profile.
double npd_ratio(double U_0, double z) {
  return 1.0 + 0.0573 * std::sqrt(1.0 + 0.15 * U_0) * logarithm(z / kReferenceHeight);
}

double npd_gust_ratio(double U_0, double z, double averaging_time) {
  const double intensity = 0.06 * (1.0 + 0.043 * U_0) * power(z / kReferenceHeight, -0.22);
  return 1.0 - 0.41 * intensity * logarithm(averaging_time / kHour);
}

double npd_speed(double U_0, double z, double averaging_time) {
  return U_0 * npd_ratio(U_0, z) * npd_gust_ratio(U_0, z, averaging_time);
}

/// Returns U_0 of the NPD profile for the given speed, by bisection down to the last bit.
double npd_reference(const WindClimate& climate) {
  double least = 0.0, most = climate.speed;
  while (npd_speed(most, climate.height, climate.averaging_time) < climate.speed) most *= 2.0;
  while (true) {
    const double middle = 0.5 * (least + most);
    const bool between = middle > least && middle < most;  // false of what is no number
    if (!between) return most;
    const bool low = npd_speed(middle, climate.height, climate.averaging_time) < climate.speed;
    (low ? least : most) = middle;
  }
}

/// Returns F of the Ochi-Shin spectrum.
double ochi_shin_shape(double x) {
  if (x <= 0.003) return 583.0 * x;
  const double fall = power(1.0 + power(x, 0.35), 11.5);
  return (x <= 0.1 ? 420.0 * power(x, 0.7) : 838.0 * x) / fall;
}

double npd_density(double U_10, double z, double f) {
  constexpr double n = 0.468;
  const double x = 172.0 * f * power(z / kReferenceHeight, 2.0 / 3.0) * power(0.1 * U_10, -0.75);
  return 320.0 * (0.1 * U_10) * (0.1 * U_10) * power(z / kReferenceHeight, 0.45) *
         power(1.0 + power(x, n), -5.0 / (3.0 * n));
}

double api_density(double U, double z, double f) {
  const double peak = 0.025 * U / z;
  const double deviation = 0.15 * U * power(z / 20.0, z > 20.0 ? -0.275 : -0.125);
  return deviation * deviation / peak * power(1.0 + 1.5 * f / peak, -5.0 / 3.0);
}

/// S(f) at one height.
class GustSpectrum {
 public:
  GustSpectrum(const WindClimate& climate, double z)
      : climate_(climate),
        z_(z),
        U_10_(mean_wind_speed(climate, kReferenceHeight)),
        U_(mean_wind_speed(climate, z)) {}

  double density(double f) const;
  /// Returns the integral of S between two frequencies, in parts if S has kinks.
  double variance(double lower, double upper) const;

 private:
  double variance_of_smooth(double lower, double upper) const;

  const WindClimate& climate_;
  double z_, U_10_, U_;
};

double GustSpectrum::density(double f) const {
  const double kappa = climate_.surface_drag;
  switch (climate_.spectrum) {
    case WindSpectrum::kNone:
      break;
    case WindSpectrum::kNpd:
      return npd_density(U_10_, z_, f);
    case WindSpectrum::kOchiShin:
      return kappa * U_10_ * U_10_ * ochi_shin_shape(kReferenceHeight * f / U_10_) / f;
    case WindSpectrum::kApi:
      return api_density(U_, z_, f);
    case WindSpectrum::kKaimal: {
      const double L = climate_.length_scale, deviation = climate_.turbulence_intensity * U_;
      return 4.0 * deviation * deviation * L / U_ * power(1.0 + 6.0 * f * L / U_, -5.0 / 3.0);
    }
    case WindSpectrum::kDavenport: {
      const double x = 1200.0 * f / U_10_;
      return 4.0 * kappa * U_10_ * U_10_ * x * x / power(1.0 + x * x, 4.0 / 3.0) / f;
    }
    case WindSpectrum::kHarris: {
      const double x = 1800.0 * f / U_10_;
      return 4.0 * kappa * U_10_ * U_10_ * x / power(2.0 + x * x, 5.0 / 6.0) / f;
    }
  }
  return 0.0;
}

double GustSpectrum::variance_of_smooth(double lower, double upper) const {
  return integrate(
      [&](double log_f) {
        const double f = exponential(log_f);
        return f * density(f);
      },
      logarithm(lower), logarithm(upper));
}

double GustSpectrum::variance(double lower, double upper) const {
  double sum = 0.0;
  if (climate_.spectrum == WindSpectrum::kOchiShin) {
    for (const double x : {0.003, 0.1}) {
      const double kink = x * U_10_ / kReferenceHeight;
      if (lower >= kink || upper <= kink) continue;
      sum += variance_of_smooth(lower, kink);
      lower = kink;
    }
  }
  return sum + variance_of_smooth(lower, upper);
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void add_gusts(const LaneArray* frequencies, const LaneArray* phases,
                                             const LaneArray* amplitudes, std::size_t count,
                                             double time, LaneArray& sums) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    V sum{};
    for (std::size_t block = 0; block < count; ++block) {
      const V turns =
          frequencies[block].some<kWidth>(lane) * time + phases[block].some<kWidth>(lane);
      V sine, cosine;
      sincos_turns(turns, sine, cosine);
      sum += amplitudes[block].some<kWidth>(lane) * cosine;
    }
    sums.some<kWidth>(lane) = sum;
  }
}

}  // namespace

double mean_wind_speed(const WindClimate& climate, double z) {
  switch (climate.profile) {
    case WindProfile::kPower:
      return climate.speed * power(z / climate.height, climate.exponent);
    case WindProfile::kLogarithmic:
      return climate.speed * std::max(logarithm(z / climate.roughness), 0.0) /
             logarithm(climate.height / climate.roughness);
    case WindProfile::kNpd:
      break;
  }
  return mean_wind_speed(climate, z, kHour);
}

double mean_wind_speed(const WindClimate& climate, double z, double averaging_time) {
  return npd_speed(npd_reference(climate), z, averaging_time);
}

double wind_spectral_density(const WindClimate& climate, double z, double f) {
  return GustSpectrum(climate, z).density(f);
}

WindHistory::WindHistory(const WindClimate& climate, double z, std::uint64_t seed)
    : mean_(mean_wind_speed(climate, z)) {
  const GustSpectrum spectrum(climate, z);
  const double log_ratio = logarithm(kHighest / kLowest) / static_cast<double>(kBinCount);
  const auto edge = [&](double bin) { return kLowest * exponential(log_ratio * bin); };
  for (std::size_t bin = 0; bin < kBinCount; ++bin) {
    const std::size_t block = bin / kLaneCount, lane = bin % kLaneCount;
    const auto number = static_cast<double>(bin);
    const double variance = spectrum.variance(edge(number), edge(number + 1.0));
    variance_ += variance;
    frequencies_[block][lane] = edge(number + 0.5);
    phases_[block][lane] = uniform_pair(seed, bin)[0];
    amplitudes_[block][lane] = amplitude_of(variance);
  }
}

double WindHistory::speed(double time) const {
  if (variance_ == 0.0) return mean_;
  LaneArray sums;
  at_full_width<add_gusts<8>, add_gusts<4>, add_gusts<2>>(
      frequencies_.data(), phases_.data(), amplitudes_.data(), kBlockCount, time, sums);
  return mean_ + fold(sums.lanes());
}

}  // namespace raftup::hydro
