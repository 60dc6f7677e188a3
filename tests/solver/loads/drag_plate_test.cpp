/// @file Plates in waves and current: added mass, and drag across them alone.
#include "solver/model/loads/drag_plate.hpp"

#include <cmath>

#include "solver/simulation/run/simulation.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

TEST_CASE("drag plate: a heave plate on a spring swings with its added mass",
          "[solver][loads][morison]") {
  const bool rectangle = GENERATE(false, true);
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.water_density = kSeaWater;
  model.bodies = {weightless_body("buoy", 2e4, {1e5, 1e5, 1e5}, {0, 0, -15})};
  solver::DragPlate plate;
  plate.body = "buoy";
  plate.width = 4.0;
  if (rectangle) plate.breadth = 2.0;
  plate.added_mass_coefficient = 0.8;
  const double water = rectangle ? 0.25 * kPi * 4.0 * 4.0 : 8.0 / 3.0 * 8.0;
  const double mass = 2e4 + 0.8 * kSeaWater * water;
  Vector6 spring = Vector6::Constant(1e5);
  model.loads = {{"plate", plate}, mooring("spring", "buoy", spring, Vector6::Zero())};
  model.bodies[0].rest_pose = model.bodies[0].pose;
  model.bodies[0].linear_velocity = {0.0, 0.0, 0.3};
  Simulation simulation(model);
  run(simulation, 5.0);
  const double omega = std::sqrt(1e5 / mass);
  CHECK(read_output(simulation, "buoy.position")[2] + 15.0 ==
        Approx(0.3 / omega * std::sin(5.0 * omega)).epsilon(0.0).margin(1e-8));
  CHECK(read_output(simulation, "plate.wet_share")[0] == 1.0);
  SECTION("and is dragged across the flow alone") {
    model.loads[0].kind.get<solver::DragPlate>().drag_coefficient = 2.0;
    model.bodies[0].linear_velocity = {5.0, 0.0, -0.5};
    Simulation dragged(model);
    const double area = rectangle ? 8.0 : kPi * 4.0;
    const VectorXd force = read_output(dragged, "plate.force");
    CHECK(force[2] == Approx(0.5 * kSeaWater * 2.0 * area * 0.25).epsilon(1e-13));
    CHECK(force.head<2>().norm() == 0.0);
  }
}
