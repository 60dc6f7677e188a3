#include "hydro/estimates/roll_damping.hpp"

#include <array>
#include <cmath>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

/// The ship of the test of the public package rolldecay-estimators.
ShipParticulars ship_of_the_package() {
  ShipParticulars ship;
  ship.length = 300.0;
  ship.breadth = 50.0;
  ship.draught = 12.5;
  ship.displaced_volume = 0.65 * 300.0 * 50.0 * 12.5;
  ship.midship_coefficient = 0.98;
  ship.center_of_mass_height = 2.5;  // OG/d = -.2
  ship.keel_length = 60.0;
  ship.keel_breadth = 1.25;
  return ship;
}

EstimateWater water_of_the_package() { return {1000.0, 9.81, 1.14e-6}; }

const double kOmega = 0.6 / std::sqrt(50.0 / (2.0 * 9.81));  // dimensionless .6

Approx to_the_digits(double value, double digits) {
  return Approx(value).epsilon(0.0).margin(0.5 * digits);
}

}  // namespace

TEST_CASE("roll damping: every part of the public package's ship", "[estimates][reference]") {
  const RollDampingParts parts =
      roll_damping(ship_of_the_package(), water_of_the_package(), kOmega, 10.0 * kDegree);
  CHECK(parts.friction == to_the_digits(1.48798e-5, 1e-10));
  CHECK(parts.wave == to_the_digits(.0034935358, 1e-10));
  CHECK(parts.eddy == to_the_digits(.0009950302, 1e-10));
  CHECK(parts.bilge_keels == to_the_digits(.0056527029, 1e-10));
  CHECK(parts.total() == to_the_digits(.0101561488, 1e-10));
  CHECK(parts.without_wave() == Approx(parts.total() - parts.wave));
  for (const auto& [degrees, total] : {std::pair(5.0, .0072629027), std::pair(15.0, .0134342262)}) {
    CHECK(roll_damping(ship_of_the_package(), water_of_the_package(), kOmega, degrees * kDegree)
              .total() == to_the_digits(total, 1e-10));
  }
}

TEST_CASE("roll damping: linear and quadratic parts over 5, 10 and 15 deg",
          "[estimates][reference]") {
  const std::array amplitudes{5.0 * kDegree, 10.0 * kDegree, 15.0 * kDegree};
  std::array<double, 3> all{}, without_wave{};
  const double unit = roll_damping_unit(ship_of_the_package(), water_of_the_package());
  for (std::size_t i = 0; i < 3; ++i) {
    const auto parts =
        roll_damping(ship_of_the_package(), water_of_the_package(), kOmega, amplitudes[i]);
    all[i] = unit / 4.2e10 * parts.total();
    without_wave[i] = unit / 4.2e10 * parts.without_wave();
  }
  const LinearQuadratic fit = fit_linear_quadratic(kOmega, amplitudes, all);
  CHECK(fit.linear == to_the_digits(.01869129, 1e-8));
  CHECK(fit.quadratic == to_the_digits(.50365852, 1e-8));
  CHECK(fit_linear_quadratic(kOmega, amplitudes, without_wave).linear ==
        to_the_digits(.00281551, 1e-8));
}

TEST_CASE("roll damping: a fit gives back damping that is linear and quadratic",
          "[estimates][analytic]") {
  const std::array amplitudes{0.05, 0.1, 0.3};
  std::array<double, 3> coefficients{};
  for (std::size_t i = 0; i < 3; ++i) {
    coefficients[i] = 2.0 + 8.0 / (3.0 * 3.141592653589793) * 5.0 * 0.7 * amplitudes[i];
  }
  const LinearQuadratic fit = fit_linear_quadratic(0.7, amplitudes, coefficients);
  CHECK(fit.linear == Approx(2.0).epsilon(1e-12));
  CHECK(fit.quadratic == Approx(5.0).epsilon(1e-12));
  const std::array same{0.1, 0.1, 0.1};
  CHECK_THROWS_WITH(fit_linear_quadratic(0.7, same, coefficients),
                    "amplitudes must be at least two different ones, got 3");
}

TEST_CASE("roll damping: no bilge keels, no part of theirs", "[estimates]") {
  ShipParticulars ship = ship_of_the_package();
  ship.keel_breadth = 0.0;
  CHECK(roll_damping(ship, water_of_the_package(), kOmega, 0.1).bilge_keels == 0.0);
}

TEST_CASE("roll damping: ranges name what is outside, and particulars that are none are refused",
          "[estimates]") {
  ShipParticulars ship = ship_of_the_package();
  const EstimateWater water = water_of_the_package();
  CHECK(roll_damping_ranges(ship, water, kOmega).empty());
  ship.center_of_mass_height = -12.5;
  ship.keel_length = 200.0;
  const auto broken = roll_damping_ranges(ship, water, 2.0 * kOmega);
  REQUIRE(broken.size() == 3);
  CHECK(broken[0].quantity == "depth of the center of mass below water / draught");
  CHECK(broken[0].value == 1.0);
  CHECK(broken[1].value == Approx(1.2));
  CHECK(broken[2].quantity == "keel length / length");
  ship.displaced_volume = 2e5;
  CHECK_THROWS_WITH(roll_damping(ship, water, kOmega, 0.1),
                    "displaced_volume must be at most length x breadth x draught, got 200000 m3, "
                    "block coefficient 1.067");
  CHECK_THROWS_WITH(roll_damping(ship_of_the_package(), water, kOmega, 0.0),
                    "amplitude must be positive and finite, got 0");
}
