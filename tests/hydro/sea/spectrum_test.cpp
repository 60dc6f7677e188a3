#include "hydro/sea/spectrum.hpp"

#include <cmath>

#include "hydro/error.hpp"
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

TEST_CASE("spectrum: parameters outside their range are refused by name", "[sea]") {
  CHECK_THROWS_WITH(JonswapSpectrum(-1.0, 8.0, 3.3),
                    "significant_wave_height must be >= 0, got -1");
  CHECK_THROWS_WITH(JonswapSpectrum(1.0, 0.0, 3.3), "peak_period must be positive, got 0");
  CHECK_THROWS_WITH(JonswapSpectrum(1.0, 8.0, 0.5),
                    "peak_enhancement must lie in [1, 20], got 0.5");
  CHECK_THROWS_WITH(TabulatedSpectrum({1.0, 1.0}, {0.0, 0.0}),
                    "omega[1] must be finite, >= 0 and above the one before, got 1");
  CHECK_THROWS_WITH(TabulatedSpectrum({1.0, 2.0}, {0.0, -1.0}),
                    "density[1] must be finite and >= 0, got -1");
  CHECK_THROWS_WITH(TabulatedSpectrum({1.0, 2.0}, {0.0}),
                    "density must have one entry per omega (2), got 1");
}
