/// @file Lines that slide through eyes: friction, free sliding, energy, states, a drum before an eye.
#include <cmath>

#include "solver/model/loads/elastic_line.hpp"
#include "tests/solver/lines/line_energy.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

constexpr double kG = 9.81;

solver::LineSection wire(double length, int elements, double mass, double EA) {
  solver::LineSection section;
  section.length = length;
  section.elements = elements;
  section.diameter = 0.01;
  section.mass_per_length = mass;
  section.axial_stiffness = EA;
  section.drag = section.axial_drag = 0.0;
  return section;
}

/// Two weights on a wire over a point of the world, high above the water. Both begin at rest, 40 m and
/// 60 m below the point.
solver::Model atwood(double mass1, double mass2, double friction, double rope, double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  const double EA = 5e7;
  // The bends of both sides at the point are half a turn in all.
  model.bodies = {weightless_body("one", mass1, {50, 50, 50}, {0, 0, 960}),
                  weightless_body("two", mass2, {50, 50, 50}, {0, 0, 940})};
  for (auto& body : model.bodies) body.gravity = true;
  solver::ElasticLine line;
  line.end_a.body = "one";
  line.end_b.body = "two";
  line.sections = {wire(100.0, 40, rope, EA)};
  line.waves = false;
  line.above_bottom = true;
  line.eyes = {{40.0, "", {0, 0, 1000}, friction, 0.0}};
  model.loads = {{"rope", line}};
  return model;
}

double height(Simulation& simulation, const std::string& body) {
  return read_output(simulation, body + ".position").z();
}

}  // namespace

TEST_CASE("line: over a point without friction it runs as Atwood's rope", "[solver][line]") {
  // W12: rope of 10 kg/m, 40 m with 200 kg and 60 m with 500 kg; after 4 s it has run 26.860 m.
  solver::Model model = atwood(200.0, 500.0, 0.0, 10.0, 0.0125);
  // The rope begins with the tensions of weights that are held.
  Simulation simulation(model);
  run(simulation, 4.0);
  CHECK(read_number(simulation, "rope.eye_slip") == Approx(26.860).epsilon(6e-3));
  CHECK(height(simulation, "one") - 960.0 == Approx(26.860).epsilon(6e-3));
}
