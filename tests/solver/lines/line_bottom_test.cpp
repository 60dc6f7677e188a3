/// @file The bottom of the load `line`: anchors.
#include <cmath>

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
