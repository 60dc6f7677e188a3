#include "hydro/wind/wind.hpp"

#include <cmath>

#include "hydro/numerics/quadrature.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

WindClimate blowing(double speed, WindSpectrum spectrum) {
  WindClimate climate;
  climate.speed = speed;
  climate.spectrum = spectrum;
  return climate;
}

/// Integral of S over frequencies by many small panels.
double variance_between(const WindClimate& climate, double z, double lower, double upper) {
  constexpr int kPanels = 400;
  double sum = 0.0;
  for (int i = 0; i < kPanels; ++i) {
    const auto edge = [&](int k) {
      return std::log(lower) + std::log(upper / lower) * k / kPanels;
    };
    sum += integrate(
        [&](double log_f) {
          return std::exp(log_f) * wind_spectral_density(climate, z, std::exp(log_f));
        },
        edge(i), edge(i + 1));
  }
  return sum;
}

constexpr double kDigits = 1e-7;  // of the values that are given with eight

}  // namespace

// Values computed independently from the formulas.
TEST_CASE("wind: the NPD profile and spectrum", "[wind][reference]") {
  WindClimate climate = blowing(20.0, WindSpectrum::kNpd);
  climate.profile = WindProfile::kNpd;
  CHECK(mean_wind_speed(climate, 10.0) == Approx(20.0).epsilon(1e-14));
  CHECK(mean_wind_speed(climate, 10.0, 60.0) == Approx(23.746817).epsilon(kDigits));
  CHECK(wind_spectral_density(climate, 10.0, 0.01) == Approx(106.41785).epsilon(kDigits));
  CHECK(wind_spectral_density(climate, 10.0, 0.1) == Approx(9.446547).epsilon(kDigits));
  CHECK(std::sqrt(variance_between(climate, 10.0, 1.0 / 600.0, 0.5)) ==
        Approx(2.281318).epsilon(3e-7));
  CHECK(mean_wind_speed(climate, 40.0) == Approx(23.177387).epsilon(kDigits));
  CHECK(mean_wind_speed(climate, 40.0, 60.0) == Approx(26.378077).epsilon(kDigits));
  CHECK(wind_spectral_density(climate, 40.0, 0.01) == Approx(84.30328).epsilon(kDigits));
  CHECK(std::sqrt(variance_between(climate, 40.0, 1.0 / 600.0, 0.5)) ==
        Approx(1.912671).epsilon(3e-7));

  // The mean over a minute at 40 m says the same wind.
  climate.speed = mean_wind_speed(climate, 40.0, 60.0);
  climate.height = 40.0;
  climate.averaging_time = 60.0;
  CHECK(mean_wind_speed(climate, 10.0) == Approx(20.0).epsilon(1e-13));
}

TEST_CASE("wind: spectra of Ochi-Shin, API, Kaimal, Davenport and Harris", "[wind][reference]") {
  const auto check = [](const WindClimate& climate, double z, double low, double high) {
    CHECK(wind_spectral_density(climate, z, 0.01) == Approx(low).epsilon(kDigits));
    CHECK(wind_spectral_density(climate, z, 0.1) == Approx(high).epsilon(kDigits));
  };
  check(blowing(25.0, WindSpectrum::kOchiShin), 10.0, 290.52924, 27.308896);
  WindClimate at_20 = blowing(25.0, WindSpectrum::kApi);
  at_20.height = 20.0;
  check(at_20, 20.0, 234.12241, 24.034358);
  WindClimate kaimal = blowing(25.0, WindSpectrum::kKaimal);
  kaimal.turbulence_intensity = 3.0 / 25.0;
  check(kaimal, 10.0, 181.15310, 12.205582);
  WindClimate davenport = blowing(25.0, WindSpectrum::kDavenport);
  davenport.surface_drag = 0.003;
  check(davenport, 10.0, 131.06356, 24.905645);
  // sqrt(6 kappa) U over all frequencies; beyond 50 Hz lie 6e-3 of it.
  CHECK(std::sqrt(variance_between(davenport, 10.0, 1e-7, 1e9)) ==
        Approx(std::sqrt(6.0 * 0.003) * 25.0).epsilon(1e-6));
  WindClimate harris = blowing(25.0, WindSpectrum::kHarris);
  harris.surface_drag = 0.003;
  check(harris, 10.0, 250.10546, 19.489748);
}

TEST_CASE("wind: power and logarithmic profiles", "[wind]") {
  WindClimate climate = blowing(12.0, WindSpectrum::kNone);
  CHECK(mean_wind_speed(climate, 10.0) == 12.0);
  CHECK(mean_wind_speed(climate, 40.0) == Approx(12.0 * std::pow(4.0, 0.12)).epsilon(1e-14));
  climate.profile = WindProfile::kLogarithmic;
  climate.roughness = 0.01;
  CHECK(mean_wind_speed(climate, 40.0) ==
        Approx(12.0 * std::log(4000.0) / std::log(1000.0)).epsilon(1e-14));
  CHECK(mean_wind_speed(climate, 0.001) == 0.0);
}

TEST_CASE("wind: a history has the variance of its spectrum and the mean of its height", "[wind]") {
  const auto spectrum =
      GENERATE(WindSpectrum::kNpd, WindSpectrum::kOchiShin, WindSpectrum::kApi,
               WindSpectrum::kKaimal, WindSpectrum::kDavenport, WindSpectrum::kHarris);
  const WindClimate climate = blowing(20.0, spectrum);
  const WindHistory history(climate, 25.0, 7);
  CHECK(history.mean() == mean_wind_speed(climate, 25.0));
  // The panels of the reference do not end at the kinks of Ochi and Shin.
  CHECK(history.variance() ==
        Approx(variance_between(climate, 25.0, WindHistory::kLowest, WindHistory::kHighest))
            .epsilon(spectrum == WindSpectrum::kOchiShin ? 1e-6 : 1e-12));
  double sum = 0.0, squares = 0.0;
  constexpr int kSamples = 40000;
  for (int i = 0; i < kSamples; ++i) {
    const double gust = history.speed(2.0 * i) - history.mean();
    sum += gust;
    squares += gust * gust;
  }
  CHECK(squares / kSamples == Approx(history.variance()).epsilon(0.05));  // over 22 h
  CHECK(std::abs(sum / kSamples) < 0.05 * std::sqrt(history.variance()));
}

TEST_CASE("wind: all heights feel one history, another seed another one", "[wind]") {
  const WindClimate climate = blowing(20.0, WindSpectrum::kDavenport);  // the same S at all heights
  const WindHistory low(climate, 10.0, 1), high(climate, 60.0, 1), other(climate, 10.0, 2);
  double product = 0.0;
  for (int i = 0; i < 500; ++i) {
    const double gust = low.speed(0.7 * i) - low.mean();
    CHECK(high.speed(0.7 * i) - high.mean() == Approx(gust).epsilon(0.0).margin(1e-12));
    product += gust * (other.speed(0.7 * i) - other.mean());
  }
  CHECK(std::abs(product / 500) < 0.5 * low.variance());
  CHECK(WindHistory(blowing(20.0, WindSpectrum::kNone), 10.0, 1).speed(5.0) == 20.0);
}
