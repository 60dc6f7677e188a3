#include "hydro/estimates/resistance.hpp"

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

constexpr double kKnot = 1852.0 / 3600.0;

/// The ship that Holtrop and Mennen (1982) work out.
ShipParticulars ship_of_the_paper() {
  ShipParticulars ship;
  ship.length = 205.0;
  ship.breadth = 32.0;
  ship.draught = 10.0;
  ship.displaced_volume = 37500.0;
  ship.lcb_percent = -0.75;
  ship.bulb_area = 20.0;
  ship.bulb_height = 4.0;
  ship.midship_coefficient = 0.98;
  ship.waterplane_coefficient = 0.75;
  ship.transom_area = 16.0;
  ship.appendage_area = 50.0;
  ship.appendage_factor = 1.5;
  ship.stern_coefficient = 10.0;
  return ship;
}

EstimateWater water_of_the_paper() { return {1025.0, 9.81, 1.18831e-6}; }

}  // namespace

TEST_CASE("resistance: the ship of Holtrop and Mennen by an independent computation",
          "[estimates][reference]") {
  const HullForm form = hull_form(ship_of_the_paper(), water_of_the_paper());
  CHECK(form.wetted_surface == Approx(7381.449).epsilon(0.0).margin(5e-4));
  CHECK(form.entrance_angle / kDegree == Approx(12.0775).epsilon(0.0).margin(5e-5));
  const ResistanceParts parts = resistance(ship_of_the_paper(), water_of_the_paper(), 25.0 * kKnot);
  CHECK(parts.form_factor == Approx(1.156444).epsilon(0.0).margin(5e-7));
  CHECK(parts.friction == Approx(869640.5).epsilon(0.0).margin(.05));
  CHECK(parts.appendages == Approx(8836.08).epsilon(0.0).margin(.0051));
  CHECK(parts.wave == Approx(556836.7).epsilon(0.0).margin(.05));
  CHECK(parts.bulb == Approx(49.196).epsilon(0.0).margin(5e-4));
  CHECK(parts.transom == 0.0);
  CHECK(parts.correlation == Approx(220572.2).epsilon(0.0).margin(.05));
  CHECK(parts.total() == Approx(1791984.98).epsilon(0.0).margin(.005));
  CHECK(resistance(ship_of_the_paper(), water_of_the_paper(), 18.0 * kKnot).total() ==
        Approx(752872.24).epsilon(0.0).margin(.005));
}

TEST_CASE("resistance: the figures that Holtrop and Mennen print, within .1 %",
          "[estimates][reference]") {
  const ResistanceParts parts = resistance(ship_of_the_paper(), water_of_the_paper(), 25.0 * kKnot);
  constexpr double kPrinted = 1e-3;
  CHECK(parts.friction == Approx(869.63e3).epsilon(kPrinted));
  CHECK(parts.appendages == Approx(8.83e3).epsilon(kPrinted));
  CHECK(parts.wave == Approx(557.11e3).epsilon(kPrinted));
  CHECK(parts.bulb == Approx(49.0).epsilon(0.0).margin(.5));  // .049 kN
  // The correlation of the paper has the area of the appendages, too: 221.98 kN.
  CHECK(parts.correlation * (1.0 + 50.0 / 7381.449) == Approx(221.98e3).epsilon(kPrinted));
  CHECK(parts.total() == Approx(1793.26e3).epsilon(kPrinted));
}

TEST_CASE("resistance: without bulb, transom and appendages their parts are 0", "[estimates]") {
  ShipParticulars ship = ship_of_the_paper();
  ship.bulb_area = ship.transom_area = ship.appendage_area = 0.0;
  const ResistanceParts parts = resistance(ship, water_of_the_paper(), 5.0);
  CHECK(parts.bulb == 0.0);
  CHECK(parts.transom == 0.0);
  CHECK(parts.appendages == 0.0);
  CHECK(parts.wave > 0.0);
}

TEST_CASE("resistance: ranges name what is outside, and what has no value is refused",
          "[estimates]") {
  ShipParticulars ship = ship_of_the_paper();
  const EstimateWater water = water_of_the_paper();
  CHECK(resistance_ranges(ship, water, 20.0).empty());
  ship.breadth = 60.0;
  const auto broken = resistance_ranges(ship, water, 25.0);
  REQUIRE(broken.size() == 4);
  CHECK(broken[0].quantity == "speed / sqrt(g length)");
  CHECK(broken[0].value == Approx(25.0 / std::sqrt(9.81 * 205.0)));
  CHECK(broken[1].high == .85);
  CHECK(broken[2].quantity == "length / breadth");
  ship = ship_of_the_paper();
  ship.displaced_volume = 0.97 * 0.98 * 205.0 * 32.0 * 10.0;
  CHECK_THROWS_WITH(resistance(ship, water, 5.0),
                    Catch::Matchers::Contains("the formula ends there"));
  CHECK_THROWS_WITH(resistance(ship_of_the_paper(), water, 0.0),
                    "speed must be positive and finite, got 0");
  ship = ship_of_the_paper();
  ship.waterplane_coefficient = 0.0;
  CHECK_THROWS_WITH(resistance(ship, water, 5.0),
                    "waterplane_coefficient must be positive and at most 1, got 0");
}
