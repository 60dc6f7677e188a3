#include "hydro/sea/dispersion.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using raftup::hydro::wavenumber;
using namespace raftup::testing;

TEST_CASE("dispersion: deep water gives omega squared over gravity", "[sea][analytic]") {
  CHECK(wavenumber(0.7, kDeep, kGravity) == 0.7 * 0.7 / kGravity);
  // tanh(k h) = 1 to round-off for k h > 20
  CHECK(wavenumber(2.0, 1000.0, kGravity) == Approx(4.0 / kGravity).epsilon(1e-15));
}

TEST_CASE("dispersion: shallow water gives omega over sqrt(g h)", "[sea][analytic]") {
  // k h = nu^(1/2) (1 + nu/6 + ...), nu = omega^2 h / g = 1e-6 here
  const double omega = 1e-3 * std::sqrt(kGravity / 12.0);
  CHECK(wavenumber(omega, 12.0, kGravity) ==
        Approx(omega / std::sqrt(kGravity * 12.0) * (1.0 + 1e-6 / 6.0)).epsilon(1e-12));
}

TEST_CASE("dispersion: the wavenumber satisfies omega^2 = g k tanh(k h) at every depth",
          "[sea][analytic]") {
  for (double depth = 0.01; depth < 1e5; depth *= 1.7) {
    for (double omega = 0.01; omega < 20.0; omega *= 1.3) {
      const double k = wavenumber(omega, depth, kGravity);
      // the condition of the relation is at most 2; four roundings
      CHECK(kGravity * k * std::tanh(k * depth) ==
            Approx(omega * omega).epsilon(2e-15).margin(0.0));
    }
  }
}

TEST_CASE("dispersion: a value from the relation inverted by hand", "[sea][reference]") {
  // k = 0.1 rad/m, h = 10 m: omega = sqrt(9.81 * 0.1 * tanh(1)), tanh(1) = 0.7615941559557649
  CHECK(wavenumber(std::sqrt(0.981 * 0.7615941559557649), 10.0, kGravity) ==
        Approx(0.1).epsilon(1e-14));
}

TEST_CASE("dispersion: impossible arguments are refused by name", "[sea]") {
  CHECK_THROWS_WITH(wavenumber(0.0, 10.0, kGravity), "omega must be positive, got 0");
  CHECK_THROWS_WITH(wavenumber(1.0, -3.0, kGravity), "water_depth must be positive, got -3");
  CHECK_THROWS_WITH(wavenumber(1.0, 10.0, 0.0), "gravity must be positive, got 0");
}
