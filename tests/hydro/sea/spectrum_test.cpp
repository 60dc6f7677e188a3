#include "hydro/sea/spectrum.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup::hydro;

namespace {

/// Independent of the class: the trapezoidal rule on a fine grid.
double integral(const Spectrum& spectrum, double lower, double upper, int steps) {
  double sum = 0.0;
  const double h = (upper - lower) / steps;
  for (int i = 0; i <= steps; ++i) {
    sum += (i == 0 || i == steps ? 0.5 : 1.0) * h * spectrum.density(lower + i * h);
  }
  return sum;
}

}  // namespace

TEST_CASE("JONSWAP: m0 is Hs^2 / 16 for every peak enhancement", "[sea][analytic]") {
  for (const double enhancement : {1.0, 2.0, 3.3, 7.0, 20.0}) {
    const JonswapSpectrum spectrum(3.0, 8.0, enhancement);
    CHECK(spectrum.energy() == 9.0 / 16.0);
    CHECK(spectrum.energy_below(1e3) == Approx(9.0 / 16.0).epsilon(1e-9));
    // trapezoid: h^2/12 * slope jump; tail beyond 60 rad/s: 1.25 (omega_p / omega)^4 = 4e-8
    CHECK(integral(spectrum, 0.05, 60.0, 400000) == Approx(9.0 / 16.0).epsilon(2e-7));
  }
}

TEST_CASE("JONSWAP: enhancement 1 is Pierson-Moskowitz", "[sea][analytic]") {
  const JonswapSpectrum spectrum(2.0, 10.0, 1.0);
  const double peak = 2.0 * std::acos(-1.0) / 10.0, omega = 0.9;
  CHECK(spectrum.density(omega) ==
        Approx(5.0 / 16.0 * 4.0 * std::pow(peak, 4) / std::pow(omega, 5) *
               std::exp(-1.25 * std::pow(peak / omega, 4)))
            .epsilon(1e-13));
  CHECK(spectrum.energy_below(omega) ==
        Approx(0.25 * std::exp(-1.25 * std::pow(peak / omega, 4))).epsilon(1e-13));
}

TEST_CASE("JONSWAP: the enhancement at the peak is g, and none far from it", "[sea][analytic]") {
  const double peak = 2.0 * std::acos(-1.0) / 8.0;
  const JonswapSpectrum jonswap(1.0, 8.0, 3.3), pierson_moskowitz(1.0, 8.0, 1.0);
  const double far = jonswap.density(2.5 * peak) / pierson_moskowitz.density(2.5 * peak);
  CHECK(jonswap.density(peak) / pierson_moskowitz.density(peak) ==
        Approx(3.3 * far).epsilon(1e-12));
  // DNV-RP-C205: the normalising factor is close to 1 - 0.287 ln(g)
  CHECK(far == Approx(1.0 - 0.287 * std::log(3.3)).epsilon(0.01));
}

TEST_CASE("Ochi-Hubble: one system of shape 1 is Pierson-Moskowitz", "[sea][analytic]") {
  const PeakedSpectrum one = ochi_hubble_spectrum({{2.0, 10.0, 1.0, 1.0}});
  const JonswapSpectrum pierson_moskowitz(2.0, 10.0, 1.0);
  for (const double omega : {0.4, 0.63, 0.9, 2.0}) {
    CHECK(one.density(omega) == Approx(pierson_moskowitz.density(omega)).epsilon(1e-13));
    CHECK(one.energy_below(omega) == Approx(pierson_moskowitz.energy_below(omega)).epsilon(1e-13));
  }
}

TEST_CASE("Ochi-Hubble: density, energy and peak of two systems are those of the formula",
          "[sea][analytic]") {
  const double height[2] = {2.0, 1.2}, period[2] = {14.0, 7.0}, shape[2] = {3.0, 1.54};
  const PeakedSpectrum spectrum =
      ochi_hubble_spectrum({{2.0, 14.0, 3.0, 1.0}, {1.2, 7.0, 1.54, 1.0}});
  const auto formula = [&](double omega) {
    double sum = 0.0;
    for (int j = 0; j < 2; ++j) {
      const double b = (4.0 * shape[j] + 1.0) / 4.0, peak = 2.0 * std::acos(-1.0) / period[j];
      sum += std::pow(b * std::pow(peak, 4), shape[j]) / std::tgamma(shape[j]) * height[j] *
             height[j] / 4.0 / std::pow(omega, 4.0 * shape[j] + 1.0) *
             std::exp(-b * std::pow(peak / omega, 4));
    }
    return sum;
  };
  for (const double omega : {0.35, 0.4488, 0.7, 0.8976, 2.5}) {
    CHECK(spectrum.density(omega) == Approx(formula(omega)).epsilon(1e-12));
  }
  CHECK(spectrum.energy() == Approx((4.0 + 1.44) / 16.0).epsilon(1e-15));
  // trapezoid: 1e-9; the density is smooth and dies out at both ends
  CHECK(integral(spectrum, 0.05, 0.8, 100000) == Approx(spectrum.energy_below(0.8)).epsilon(1e-8));
  const SpectralPeak& swell = spectrum.peaks()[0];
  const double peak = swell.peak_omega();
  CHECK(swell.density(peak) > swell.density(peak * (1.0 - 1e-4)));
  CHECK(swell.density(peak) > swell.density(peak * (1.0 + 1e-4)));
  const auto [lowest, highest] = spectrum.support();
  CHECK(spectrum.energy_below(highest) == Approx(0.99 * spectrum.energy()).epsilon(1e-10));
  CHECK(lowest < peak);
}

TEST_CASE("Torsethaugen: the split into wind sea and swell is that of DNV-RP-C205",
          "[sea][analytic]") {
  const double pi = std::acos(-1.0), gravity = 9.81;
  {  // wind sea dominates: Hs 5 m, Tp 8 s; T_f = 6.6 5^(1/3) = 11.2858 s
    const PeakedSpectrum spectrum = torsethaugen_spectrum(5.0, 8.0, gravity);
    const double T_f = 6.6 * std::cbrt(5.0);
    const double r =
        0.7 + 0.3 * std::exp(-std::pow(2.0 * (T_f - 8.0) / (T_f - 2.0 * std::sqrt(5.0)), 2));
    CHECK(r == Approx(0.8183).epsilon(1e-3));  // by hand
    CHECK(4.0 * std::sqrt(spectrum.peaks()[0].energy()) == Approx(5.0 * r).epsilon(1e-13));
    CHECK(spectrum.peaks()[0].peak_omega() == Approx(2.0 * pi / 8.0).epsilon(1e-13));
    CHECK(2.0 * pi / spectrum.peaks()[1].peak_omega() == Approx(T_f + 2.0).epsilon(1e-13));
    // The standard's own normalisation, 3.26 (1 + 1.1 ln(g)^1.19) / g, is good to some per cent.
    const double g = 35.0 * std::pow(2.0 * pi / gravity * 5.0 * r / 64.0, 0.857);
    const double scale = 3.26 * (1.0 + 1.1 * std::pow(std::log(g), 1.19)) / g;
    const double standard = spectrum.peaks()[0].energy() * 8.0 * scale * std::exp(-1.0) * g;
    CHECK(2.0 * pi * spectrum.peaks()[0].density(2.0 * pi / 8.0) == Approx(standard).epsilon(0.05));
  }
  {  // swell dominates: Hs 3 m, Tp 14 s; T_f = 9.5188 s
    const PeakedSpectrum spectrum = torsethaugen_spectrum(3.0, 14.0, gravity);
    const double e = (14.0 - 6.6 * std::cbrt(3.0)) / (25.0 - 6.6 * std::cbrt(3.0));
    const double r = 0.6 + 0.4 * std::exp(-std::pow(e / 0.3, 2));
    CHECK(r == Approx(0.7577).epsilon(1e-3));  // by hand
    const double wind_height = 3.0 * std::sqrt(1.0 - r * r);
    CHECK(4.0 * std::sqrt(spectrum.peaks()[1].energy()) == Approx(wind_height).epsilon(1e-12));
    CHECK(2.0 * pi / spectrum.peaks()[1].peak_omega() ==
          Approx(6.6 * std::cbrt(wind_height)).epsilon(1e-12));
  }
}

TEST_CASE("Torsethaugen: m0 is Hs^2 / 16 and the peak lies at Tp in every regime",
          "[sea][analytic]") {
  for (const auto& [height, period] : {std::array{2.0, 5.0},
                                       {5.0, 8.0},
                                       {5.0, 12.0},
                                       {3.0, 18.0},
                                       {8.0, 6.6 * 2.0},
                                       {12.0, 15.2}}) {
    const PeakedSpectrum spectrum = torsethaugen_spectrum(height, period, 9.80665);
    CHECK(spectrum.energy() == Approx(height * height / 16.0).epsilon(1e-14));
    // tail of f^-4 beyond 100 rad/s: (omega_p / omega)^3 / (3 Gamma(3/4) / 4) < 4e-6
    CHECK(integral(spectrum, 0.02, 100.0, 400000) == Approx(height * height / 16.0).epsilon(5e-6));
    const double peak = 2.0 * std::acos(-1.0) / period;
    double highest = 0.0, at = 0.0;
    for (double omega = 0.2; omega < 3.0; omega += 1e-3) {
      if (spectrum.density(omega) > highest) at = omega, highest = spectrum.density(omega);
    }
    CHECK(at == Approx(peak).epsilon(0.0).margin(
                    2e-3 + 0.01 * peak));  // the other system's slope shifts it
  }
}

TEST_CASE("spectrum: the energy below a frequency and its inverse agree", "[sea]") {
  const JonswapSpectrum spectrum(3.0, 8.0, 3.3);
  for (double share = 0.001; share < 1.0; share += 0.037) {
    const double omega = spectrum.omega_at_energy(share * spectrum.energy(), {0.1, 8.0});
    CHECK(spectrum.energy_below(omega) == Approx(share * spectrum.energy()).epsilon(1e-12));
  }
}

TEST_CASE("tabulated spectrum: linear between its points, nothing outside", "[sea][analytic]") {
  const TabulatedSpectrum spectrum({0.5, 1.0, 2.0}, {0.0, 2.0, 0.0});
  CHECK(spectrum.energy() == 1.5);
  CHECK(spectrum.density(0.75) == 1.0);
  CHECK(spectrum.density(1.5) == 1.0);
  CHECK(spectrum.density(2.5) == 0.0);
  CHECK(spectrum.energy_below(0.75) == 0.125);
  CHECK(spectrum.energy_below(3.0) == 1.5);
}

TEST_CASE("spectrum: what is no frequency has no energy below it, and ends nothing", "[sea]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(JonswapSpectrum(1.0, 8.0, 3.3).energy_below(nan),
                    Catch::StartsWith("panel of the frequency must be a number"));
  // The shortest and the longest waves that are allowed keep the height that they are given.
  for (const double period : {1e-3, 1e6}) {
    const JonswapSpectrum spectrum(2.0, period, 3.3);
    const auto [lower, upper] = spectrum.support();
    CHECK(spectrum.energy_below(upper) - spectrum.energy_below(lower) ==
          Approx(0.25).epsilon(0.011));  // all but 1 % above and 1e-5 below
  }
}

TEST_CASE("spectrum: parameters outside their range are refused by name", "[sea]") {
  CHECK_THROWS_WITH(JonswapSpectrum(-1.0, 8.0, 3.3),
                    "significant_wave_height must be >= 0, got -1");
  CHECK_THROWS_WITH(JonswapSpectrum(1e200, 8.0, 3.3),
                    "significant_wave_height must be at most 1000 m, got 1e+200");
  CHECK_THROWS_WITH(JonswapSpectrum(1.0, 0.0, 3.3), "peak_period must be positive, got 0");
  CHECK_THROWS_WITH(JonswapSpectrum(1.0, 5e-324, 1.0),
                    "peak_period must lie within 0.001 to 1e+06 s, got 5e-324");
  CHECK_THROWS_WITH(JonswapSpectrum(1.0, 1e300, 1.0),
                    "peak_period must lie within 0.001 to 1e+06 s, got 1e+300");
  CHECK_THROWS_WITH(ochi_hubble_spectrum({{1.0, 1e-310, 1.0, 1.0}}),
                    "systems[0].peak_period must lie within 0.001 to 1e+06 s, got 1e-310");
  CHECK_THROWS_WITH(torsethaugen_spectrum(2.0, 1e-310, 9.81),
                    "peak_period must lie within 0.001 to 1e+06 s, got 1e-310");
  CHECK_THROWS_WITH(JonswapSpectrum(1.0, 8.0, 0.5),
                    "peak_enhancement must lie in [1, 20], got 0.5");
  CHECK_THROWS_WITH(ochi_hubble_spectrum({{1.0, 8.0, 1.0, 1.0}, {1.0, 8.0, 0.1, 1.0}}),
                    "systems[1].shape must lie in [0.25, 50], got 0.1");
  CHECK_THROWS_WITH(ochi_hubble_spectrum({}), "systems must have one or two entries, got 0");
  CHECK_THROWS_WITH(torsethaugen_spectrum(0.0, 8.0, 9.81),
                    "significant_wave_height must lie in (0, 25] m, got 0");
  CHECK_THROWS_WITH(torsethaugen_spectrum(2.0, 26.0, 9.81),
                    "peak_period must lie in (0, 25] s, got 26");
  CHECK_THROWS_WITH(TabulatedSpectrum({1.0, 1.0}, {0.0, 0.0}),
                    "omega[1] must be finite, >= 0 and above the one before, got 1");
  CHECK_THROWS_WITH(TabulatedSpectrum({1.0, 2.0}, {0.0, -1.0}),
                    "density[1] must be finite and >= 0, got -1");
  CHECK_THROWS_WITH(TabulatedSpectrum({1.0, 2.0}, {0.0}),
                    "density must have one entry per omega (2), got 1");
}
