#include "hydro/sea/steepness.hpp"

#include <cmath>

#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

TEST_CASE("steepness: waves break at .142 in deep water, at .89 of the depth where they are long",
          "[sea][steepness]") {
  CHECK(breaking_steepness(0.2, kDeep) == 0.142);
  CHECK(breaking_steepness(0.2, 1000.0) == Approx(0.142).epsilon(1e-12));
  // H = .142 tanh(k h) 2 pi / k goes to .142 2 pi h
  const double k = 1e-4, depth = 10.0;
  CHECK(breaking_steepness(k, depth) * 6.283185307179586 / k / depth ==
        Approx(0.892).epsilon(1e-3));
}

TEST_CASE("steepness: of two components by hand, of a spectrum by its zero crossings",
          "[sea][steepness]") {
  const Sea two({{0.5, 1.0, 0.0, 0.0}, {1.0, 0.5, 0.0, 0.0}}, kDeep, kGravity, 0.0);
  const double m0 = 0.5 * 1.25, m2 = 0.5 * (0.25 + 0.25);
  const SignificantWaves waves = significant_waves(two);
  CHECK(waves.height == Approx(4.0 * std::sqrt(m0)));
  CHECK(waves.crossing_period == Approx(6.283185307179586 * std::sqrt(m0 / m2)));
  CHECK(waves.steepness == Approx(waves.height * m2 / m0 / (6.283185307179586 * kGravity)));
  CHECK(wavenumber_of_share(two, 0.1) == Approx(1.0 / kGravity));
  CHECK(wavenumber_of_share(two, 0.3) == Approx(0.25 / kGravity));

  // Tz = .711 Tp of Pierson and Moskowitz's spectrum, less what is cut
  DiscretisationOptions options;
  options.component_count = 800;
  const Sea sea(irregular_waves(JonswapSpectrum(4.0, 10.0, 1.0), {0.0}, options), kDeep, kGravity,
                0.0);
  CHECK(significant_waves(sea).crossing_period == Approx(7.11).epsilon(0.06));
  CHECK(significant_waves(Sea({}, kDeep, kGravity, 0.0)).height == 0.0);
}

TEST_CASE("steepness: of a sea that grows it is that at its steepest", "[sea][steepness]") {
  VarianceHistory history{0, {0.0, 100.0, 200.0}, MatrixXd(2, 3)};
  history.variances << 0.1, 2.0, 0.5,  //
      0.1, 2.0, 0.5;
  const Sea sea({{0.8, 2.0, 0.0, 0.0}, {1.0, 2.0, 0.0, 0.0}}, {kDeep, kGravity, {}}, 0.0,
                {history});
  CHECK(significant_waves(sea).height == Approx(4.0 * 2.0));
}

TEST_CASE("steepness: limits of natural seas at both ends and between", "[sea][steepness]") {
  CHECK(limiting_significant_steepness(4.0) == Approx(0.1));
  CHECK(limiting_significant_steepness(9.0) == Approx(0.5 * (1.0 / 10.0 + 1.0 / 15.0)));
  CHECK(limiting_significant_steepness(15.0) == Approx(1.0 / 15.0));
}
