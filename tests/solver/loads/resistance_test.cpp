#include "solver/model/loads/resistance.hpp"

#include "solver/simulation/run/simulation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

constexpr double kShipMass = 2e4;

/// A hull with R = 100 N at 1 m/s and 300 N at 2 m/s, that goes ahead at some heading.
solver::Model hull(double speed, double heading = 0.0) {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  solver::RigidBody ship = weightless_body("ship", kShipMass, {1e5, 1e6, 1e6}, {0, 0, 0});
  ship.center_of_mass = {3.0, 0.0, -1.0};
  ship.pose.attitude = yawed(heading);
  ship.linear_velocity = yawed(heading) * Vector3(speed, 0.0, 0.0);
  model.bodies = {ship};
  solver::Resistance resistance;
  resistance.body = "ship";
  resistance.speed = {1.0, 2.0};
  resistance.force = {100.0, 300.0};
  model.loads = {{"resistance", resistance}};
  return model;
}

solver::Resistance& resistance_of(solver::Model& model) {
  return model.loads[0].kind.get<solver::Resistance>();
}

double resistance_at(double speed) {
  Simulation simulation(hull(speed));
  return read_number(simulation, "resistance.resistance");
}

}  // namespace

TEST_CASE("resistance: lines from rest through the table, beyond it the square of the speed",
          "[solver][loads][resistance]") {
  CHECK(resistance_at(0.0) == 0.0);
  CHECK(resistance_at(0.5) == Approx(50.0));
  CHECK(resistance_at(1.5) == Approx(200.0));
  CHECK(resistance_at(4.0) == Approx(1200.0));
  CHECK(resistance_at(-1.5) == Approx(-200.0));
  solver::Model other_astern = hull(-2.0);
  resistance_of(other_astern).speed = {-1.0, 2.0};
  resistance_of(other_astern).force = {-500.0, 300.0};
  Simulation simulation(other_astern);
  CHECK(read_number(simulation, "resistance.resistance") == Approx(-2000.0));
}

TEST_CASE("resistance: acts against the bow through the water, at the centre of mass or a point",
          "[solver][loads][resistance]") {
  solver::Model model = hull(0.0, 0.7);
  model.current = hydro::Current({}, {(yawed(0.7) * Vector3(1.5, 0.0, 0.0)).head<2>()});
  const Vector3 ahead = yawed(0.7) * Vector3::UnitX();
  {
    Simulation simulation(model);
    CHECK(read_number(simulation, "resistance.speed") == Approx(-1.5));
    CHECK((read_output(simulation, "resistance.force") - wrench(200.0 * ahead, Vector3::Zero()))
              .norm() < 1e-10);
  }
  resistance_of(model).point = Vector3(3.0, 0.0, -3.0);
  Simulation simulation(model);
  const Vector3 moment = Vector3(0.0, 0.0, -2.0).cross(200.0 * ahead);
  CHECK((read_output(simulation, "resistance.force") - wrench(200.0 * ahead, moment)).norm() <
        1e-10);
}

TEST_CASE("resistance: a hull that coasts slows down by the square of its speed",
          "[solver][loads][resistance][analytic]") {
  Simulation simulation(hull(5.0));
  run(simulation, 60.0);
  // m u' = -75 u^2 above 2 m/s: u = u_0 / (1 + 75 u_0 t / m)
  const double expected = 5.0 / (1.0 + 75.0 * 5.0 * 60.0 / kShipMass);
  REQUIRE(expected > 2.0);
  CHECK(read_number(simulation, "resistance.speed") == Approx(expected).epsilon(1e-10));  // rk4
}

TEST_CASE("resistance: tables that are none are refused", "[solver][loads][resistance]") {
  using Catch::Matchers::Contains;
  solver::Model model = hull(1.0);
  resistance_of(model).force = {100.0};
  CHECK_THROWS_WITH(Simulation(model), Contains("loads[0].resistance.force must have one value for "
                                                "each of 2 speeds, got 1"));
  resistance_of(model).force = {100.0, -3.0};
  CHECK_THROWS_WITH(Simulation(model),
                    Contains("loads[0].resistance.force[1] must have the sign of its speed, which "
                             "it is against, and be 0 at 0, got -3 N at 2 m/s"));
  resistance_of(model).speed = {2.0, 1.0};
  CHECK_THROWS_WITH(Simulation(model),
                    Contains("loads[0].resistance.speed[1] must ascend strictly, got 1 after 2"));
  resistance_of(model).speed = {0.0};
  resistance_of(model).force = {0.0};
  CHECK_THROWS_WITH(Simulation(model),
                    Contains("loads[0].resistance.speed must have at least one besides 0"));
}
