#include "hydro/sea/spectrum_cut.hpp"

#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/sea/spectrum.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

constexpr double kPeak = 2.0 * std::numbers::pi / 8.0;  // rad/s

/// Share of a Pierson-Moskowitz spectrum of peak period 8 s below omega.
double below(double omega) { return std::exp(-1.25 * std::pow(kPeak / omega, 4)); }

}  // namespace

TEST_CASE("spectrum cut: the share above is that of the closed form", "[sea][analytic]") {
  const JonswapSpectrum spectrum(3.0, 8.0, 1.0);
  for (const double omega : {0.5, 1.0, 2.0, 2.5}) {
    CHECK(share_above(spectrum, omega) == Approx(1.0 - below(omega)).epsilon(1e-12));
  }
  // components reach from 1e-5 of the energy to 99 % of it
  const double all = 0.99 - 1e-5;
  CHECK(share_of_components_above(spectrum, {}, 2.0) ==
        Approx((0.99 - below(2.0)) / all).epsilon(1e-9));
  CHECK(share_of_components_above(spectrum, {}, 3.0) == 0.0);
  DiscretisationOptions options;
  options.omega_min = 0.6;
  options.omega_max = 2.2;
  CHECK(share_of_components_above(spectrum, options, 2.0) ==
        Approx((below(2.2) - below(2.0)) / (below(2.2) - below(0.6))).epsilon(1e-9));
  CHECK(share_of_components_above(spectrum, options, 0.6) == 1.0);
}

TEST_CASE("spectrum cut: a band carries all of the energy", "[sea][analytic]") {
  const auto whole = std::make_shared<JonswapSpectrum>(3.0, 8.0, 1.0);
  DiscretisationOptions options;
  options.omega_min = 0.6;
  options.omega_max = 2.0;
  const BandedSpectrum band(whole, options);
  const double factor = 1.0 / (below(2.0) - below(0.6));
  CHECK(band.energy() == Approx(9.0 / 16.0).epsilon(1e-12));
  CHECK(band.density(1.0) == Approx(factor * whole->density(1.0)).epsilon(1e-12));
  CHECK(band.energy_below(1.0) ==
        Approx(9.0 / 16.0 * factor * (below(1.0) - below(0.6))).epsilon(1e-12));
  CHECK(band.density(0.59) == 0.0);
  CHECK(band.density(2.01) == 0.0);
  CHECK(band.support() == std::array<double, 2>{0.6, 2.0});
  // open above; far above all of the energy
  options.omega_max.reset();
  const BandedSpectrum open(whole, options);
  CHECK(open.energy() == Approx(9.0 / 16.0).epsilon(1e-12));
  options.omega_min = 1e5;
  options.omega_max = 2e5;
  const BandedSpectrum beyond(whole, options);
  CHECK(beyond.density(1.5e5) == 0.0);
}

TEST_CASE("spectrum cut: nothing of a flat sea lies anywhere", "[sea]") {
  const JonswapSpectrum flat(0.0, 8.0, 3.3);
  CHECK(share_above(flat, 1.0) == 0.0);
  CHECK(share_of_components_above(flat, {}, 1.0) == 0.0);
}

TEST_CASE("spectrum cut: a wave of the frequency seen from the world has that in the water's axes",
          "[sea][analytic]") {
  const Current sheared({0.0, 30.0}, {Vector2(1.0, -0.4), Vector2(0.2, 0.0)});
  for (const double direction : {0.0, 1.0, 2.0, std::numbers::pi}) {
    const Sea::Water water{40.0, 9.81, sheared};
    const double omega = omega_in_world(1.1, direction, water);
    const WaveOnCurrent wave = wave_on_current(omega, direction, 40.0, 9.81, sheared);
    CHECK(wave.intrinsic_omega == Approx(1.1).epsilon(1e-12));
  }
  CHECK(omega_in_world(1.1, 0.3, {40.0, 9.81, {}}) == 1.1);
  CHECK_THROWS_WITH(omega_in_world(-1.0, 0.0, {40.0, 9.81, {}}),
                    Catch::Contains("omega must be positive, got -1"));
}
