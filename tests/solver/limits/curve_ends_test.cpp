/// @file Ends of the curves of fenders and lines: what holds beyond them, and that it is said.
#include "solver/simulation/limits/curve_ends.hpp"

#include <fmt/format.h>

#include <cmath>

#include "solver/model/loads/fender.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

/// A ship of 5e6 kg that runs at 1 m/s into a fender whose curve falls at its end.
solver::Model ship_through_fender() {
  solver::Model model;
  model.step_ns = nanoseconds(0.005);
  model.bodies = {weightless_body("ship", 5e6, {1e9, 1e9, 1e9}, {0, 2, 0})};
  model.bodies[0].linear_velocity = {0.0, -1.0, 0.0};
  solver::Fender fender;
  fender.body1 = "ship";
  fender.thickness = 2.0;
  fender.compression = {0.0, 0.1, 0.2};
  fender.reaction = {0.0, 5e5, 1e5};
  model.loads = {{"fender", fender}};
  return model;
}

/// A hawser of 10 m that a body leaves at 5 m/s.
solver::Model hawser(std::vector<double> tension) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("boat", 1e6, {1e6, 1e6, 1e6}, {10, 0, 0})};
  model.bodies[0].linear_velocity = {5.0, 0.0, 0.0};
  solver::PointSpring line;
  line.body1 = "boat";
  line.strain = {0.0, 0.05, 0.1};
  line.tension = std::move(tension);
  model.loads = {{"hawser", line}};
  return model;
}

}  // namespace

TEST_CASE("ends of curves: a fender that falls at its end stops the ship beyond, which is said",
          "[solver][limits]") {
  Simulation simulation(ship_through_fender());
  double deepest = 0.0;
  for (int i = 0; i < 800; ++i) {
    simulation.step();
    deepest = std::max(deepest, read_number(simulation, "fender.compression"));
    if (simulation.time_ns() < nanoseconds(0.15)) REQUIRE(simulation.range_findings().empty());
  }
  // 2.5e6 J are .5 5e5 .1 + 3e5 .1 up to the end and 1e5 x + 2.5e6 x^2 beyond it.
  const double beyond = (-1e5 + std::sqrt(1e10 + 1e7 * (2.5e6 - 5.5e4))) / 5e6;
  CHECK(deepest == Approx(0.2 + beyond).epsilon(1e-4));
  CHECK(read_output(simulation, "ship.linear_velocity")[1] == Approx(1.0).epsilon(1e-4));

  const Findings said = simulation.range_findings();
  REQUIRE(said.size() == 1);
  CHECK(said[0].name == "beyond_curve");
  CHECK(said[0].value == Approx(0.2 + beyond).epsilon(1e-3));  // the largest
  CHECK_THAT(said[0].message,
             Catch::StartsWith("fender 'fender' should keep to its curve, which ends at a "
                               "compression of 0.2 m, was pressed by 0.20") &&
                 Catch::Contains(fmt::format("s, and at the worst {:.4g} m at t = ", deepest)) &&
                 Catch::EndsWith(" s: give the curve further, take a larger fender, or come in "
                                 "slower"));

  Simulation other(ship_through_fender());
  other.restore(simulation.state());
  CHECK(other.range_findings()[0].message == said[0].message);
  other.reset();
  CHECK(other.range_findings().empty());
}

TEST_CASE("ends of curves: a line that gives way keeps its last tension, which is said",
          "[solver][limits]") {
  Simulation simulation(hawser({0.0, 1e6, 2e5}));
  run(simulation, 0.5);
  CHECK(read_number(simulation, "hawser.tension") == Approx(2e5));
  const Findings said = simulation.range_findings();
  REQUIRE(said.size() == 1);
  CHECK_THAT(said[0].message,
             Catch::StartsWith("line 'hawser' should keep to its curve, which ends at a strain of "
                               "0.1, was stretched to 0.10"));
  Simulation within(hawser({0.0, 1e8, 3e8}));
  run(within, 2.0);
  CHECK(within.range_findings().empty());
}
