/// @file The bottom of the load `line`: anchors, slopes, grids.
#include <cmath>
#include <functional>

#include "solver/model/loads/elastic_line.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

/// A line of 60 elements from a body that does not move to an anchor at the bottom, w = 700 N/m.
solver::Model anchored(const Vector3& top, const Vector3& anchor, double length) {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.bodies = {weightless_body("ship", 3e6, {1e8, 1e8, 1e8}, top)};
  model.bodies[0].motion = solver::Motion::kStatic;
  solver::ElasticLine line;
  line.end_a.body = "ship";
  line.end_b.anchor = anchor;
  solver::LineSection section;
  section.length = length;
  section.elements = 60;
  section.diameter = 0.1;
  section.mass_per_length = 700.0 / model.gravity + 0.25 * kPi * 0.01 * model.water_density;
  section.axial_stiffness = 4e8;
  line.sections = {section};
  line.waves = false;
  model.loads = {{"line", line}};
  return model;
}

solver::ElasticLine& line_of(solver::Model& model) {
  return model.loads.front().kind.get<solver::ElasticLine>();
}

/// A grid of 10 m of a plane that rises by a slope along x from a height at x = 0 [m].
solver::LineGroundGrid sloped_grid(double height, double slope) {
  solver::LineGroundGrid grid;
  for (double x = -700.0; x <= 100.0; x += 10.0) grid.x.push_back(x);
  grid.y = {-20.0, -10.0, 0.0, 10.0, 20.0};
  for (std::size_t row = 0; row < grid.y.size(); ++row) {
    for (const double x : grid.x) grid.depth.push_back(-(height + slope * x));
  }
  return grid;
}

std::string refused_ground(const std::function<void(solver::LineGround&)>& change) {
  solver::Model model = anchored({0, 0, 0}, {-540, 0, -200}, 600.0);
  line_of(model).bottom.grid = sloped_grid(-200.0, 0.0);
  change(line_of(model).bottom);
  std::string found;
  for (const solver::Violation& violation : solver::check(model)) {
    found += violation.path + " " + violation.rule + "; ";
  }
  return found;
}

}  // namespace

TEST_CASE("line: an anchor that is pulled upwards has no line on the bottom", "[solver][line]") {
  solver::Model model = anchored({0, 0, 0}, {540, 0, -200}, 580.0);
  Simulation lying(model);
  line_of(model).above_bottom = true;
  Simulation hanging(model);
  CHECK(read_number(lying, "line.length_on_bottom") == 0.0);
  CHECK(read_output(lying, "line.touchdown").x() == 540.0);
  const double tension = read_number(hanging, "line.anchor_tension");
  CHECK(read_number(lying, "line.anchor_tension") == Approx(tension).epsilon(1e-12));
  run(lying, 5.0);
  run(hanging, 5.0);
  CHECK(read_number(lying, "line.anchor_tension") == Approx(tension).epsilon(1e-8));
  CHECK(read_number(lying, "line.anchor_tension") ==
        Approx(read_number(hanging, "line.anchor_tension")).epsilon(1e-12));
}

TEST_CASE("line: an anchor has half an element on the bottom if the next node lies there",
          "[solver][line]") {
  // A slack line hangs down and lies, so that its tension at the anchor is 0.
  solver::Model model = anchored({0, 0, 0}, {540, 0, -200}, 745.0);
  Simulation simulation(model);
  const double l = 745.0 / 60.0;
  const double lies = read_number(simulation, "line.length_on_bottom");
  CHECK(std::remainder(lies, l) == Approx(-0.5 * l).margin(1e-9).epsilon(0.0));
  CHECK(read_number(simulation, "line.anchor_tension") < 1.0);
}

TEST_CASE("line: lies on a slope, as a plane and as a grid", "[solver][line]") {
  struct Case {
    double slope_deg, height, anchor, on_bottom, H, V;
  };
  // Closed form of the catenary that leaves the slope tangentially, frictionless.
  const Case of = GENERATE(Case{10.0, 200.0, 57576.542, 384.9068, 102777.880, 168687.770},
                           Case{-5.0, 150.0, 200367.264, 230.5026, 185595.583, 242410.688});
  const double slope = std::tan(of.slope_deg * kPi / 180.0);
  const Vector3 anchor(-540.0, 0.0, -of.height);
  solver::Model model = anchored({0, 0, 0}, anchor, 600.0);
  const bool as_grid = GENERATE(false, true);
  if (as_grid) {
    line_of(model).bottom.grid = sloped_grid(anchor.z() - slope * anchor.x(), slope);
  } else {
    line_of(model).bottom.normal = {-slope, 0.0, 1.0};
  }
  line_of(model).bottom.stiffness = 1e6;
  Simulation simulation(model);
  CHECK(read_number(simulation, "line.tension") == Approx(std::hypot(of.H, of.V)).epsilon(3e-3));
  CHECK(read_number(simulation, "line.top_angle") == Approx(std::atan2(of.V, of.H)).epsilon(3e-3));
  CHECK(read_number(simulation, "line.anchor_tension") == Approx(of.anchor).epsilon(3e-3));
  // To an element.
  CHECK(read_number(simulation, "line.length_on_bottom") ==
        Approx(of.on_bottom).margin(10.0).epsilon(0.0));
  run(simulation, 10.0);
  CHECK(read_number(simulation, "line.tension") == Approx(std::hypot(of.H, of.V)).epsilon(3e-3));
}

TEST_CASE("line: a grid of the bottom that does not hold its ends is refused", "[solver][line]") {
  CHECK(refused_ground([](solver::LineGround&) {}).empty());
  CHECK(refused_ground([](solver::LineGround& ground) { ground.grid->x[2] = -900.0; }) ==
        "loads[0].line.bottom.grid.x must ascend strictly; ");
  CHECK(refused_ground([](solver::LineGround& ground) {
          ground.grid->y = {0.0};
        }).starts_with("loads[0].line.bottom.grid.y must have two values at least; "));
  CHECK(refused_ground([](solver::LineGround& ground) { ground.grid->depth.pop_back(); }) ==
        "loads[0].line.bottom.grid.depth must have 5 rows of 81 numbers, as y and x have; ");
  CHECK(refused_ground([](solver::LineGround& ground) { ground.height = -200.0; }) ==
        "loads[0].line.bottom.height must be omitted where a grid is given; ");
  CHECK(refused_ground([](solver::LineGround& ground) { ground.normal.x() = 0.1; }) ==
        "loads[0].line.bottom.normal must be omitted where a grid is given; ");
  CHECK(refused_ground([](solver::LineGround& ground) {
          for (double& x : ground.grid->x) x += 300.0;
        }) ==
        "loads[0].line.end_b.anchor must lie over the grid of the bottom, x -400 to 400 m, "
        "y -20 to 20 m; ");
  CHECK(refused_ground([](solver::LineGround& ground) {
          for (double& depth : ground.grid->depth) depth = 190.0;
        }) == "loads[0].line.end_b.anchor must not lie below the bottom of the line; ");
}
