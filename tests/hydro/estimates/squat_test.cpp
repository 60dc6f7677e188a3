/// @file Sinkage of a ship in shallow water, and the speed at which the formula ends.
#include "hydro/estimates/squat.hpp"

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

ShipParticulars ship_of_200_m() {
  ShipParticulars ship;
  ship.length = 200.0;
  ship.displaced_volume = 56320.0;
  return ship;
}

}  // namespace

TEST_CASE("squat: the formula of ICORELS by an independent computation", "[estimates][reference]") {
  const EstimateWater water{1025.0, kGravity, 1.188e-6};
  CHECK(squat(ship_of_200_m(), water, 15.0, 6.0).sinkage == Approx(0.951221).epsilon(1e-6));
  CHECK(squat(ship_of_200_m(), water, 15.0, 8.0).sinkage == Approx(1.955161).epsilon(1e-6));
  CHECK(squat(ship_of_200_m(), water, 15.0, 8.0).depth_froude == Approx(0.6594925).epsilon(1e-6));
  // In deep water it falls as 1/depth.
  CHECK(squat(ship_of_200_m(), water, 1e6, 8.0).sinkage ==
        Approx(2.4 * 1.408 * 64.0 / (kGravity * 1e6)).epsilon(1e-4));
}

TEST_CASE("squat: no formula above a depth Froude number of .7, 8.4914 m/s in 15 m",
          "[estimates]") {
  const EstimateWater water{1025.0, kGravity, 1.188e-6};
  CHECK(squat(ship_of_200_m(), water, 15.0, 8.4913).sinkage > 2.0);
  CHECK_THROWS_WITH(squat(ship_of_200_m(), water, 15.0, 8.4915),
                    Catch::Contains("at most 0.7, a speed of 8.491 m/s"));
  ShipParticulars unknown = ship_of_200_m();
  unknown.displaced_volume = 0.0;
  CHECK_THROWS_AS(squat(unknown, water, 15.0, 6.0), BrokenRule);
  CHECK_THROWS_WITH(squat(ship_of_200_m(), water, 0.0, 6.0),
                    Catch::Contains("water_depth must be positive"));
}
