/// @file Lines that slide through eyes: friction, free sliding, energy, states, a drum before an eye.
#include <cmath>

#include "solver/model/loads/damper.hpp"
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

/// Two weights on a wire over a point of the world, high above the water. Both begin at rest, with 40 m
/// and 60 m of wire between them and the point, and are in equilibrium while the wire is held there.
solver::Model atwood(double mass1, double mass2, double friction, double rope, double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  const double EA = 5e7;
  const auto stretched = [&](double length, double mass) {
    return length * (1.0 + (mass + 0.5 * rope * length) * kG / EA);
  };
  const double z1 = 1000.0 - stretched(40.0, mass1), z2 = 1000.0 - stretched(60.0, mass2);
  model.bodies = {weightless_body("one", mass1, {50, 50, 50}, {0, 0, z1}),
                  weightless_body("two", mass2, {50, 50, 50}, {0, 0, z2})};
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
  const auto [step, tolerance] =
      GENERATE(table<double, double>({{0.0125, 4e-3}, {0.003125, 1e-3}}));
  const solver::Model model = atwood(200.0, 500.0, 0.0, 10.0, step);
  Simulation simulation(model);
  run(simulation, 4.0);
  CHECK(read_number(simulation, "rope.eye_slip") == Approx(26.860313).epsilon(tolerance));
  CHECK(height(simulation, "one") - 960.0 == Approx(26.860313).epsilon(tolerance));
}

TEST_CASE("line: friction at a point lets it run with the factor exp(mu theta), or holds it",
          "[solver][line]") {
  // W12 with mu .1: 13.519 m after 4 s; it holds from mu = .193 on.
  const auto [step, tolerance] =
      GENERATE(table<double, double>({{0.0125, 4e-3}, {0.003125, 1e-3}}));
  Simulation slides(atwood(200.0, 500.0, 0.1, 10.0, step));
  run(slides, 4.0);
  CHECK(read_number(slides, "rope.eye_slip") == Approx(13.519234).epsilon(tolerance));
  Simulation holds(atwood(200.0, 500.0, 0.2, 10.0, 0.0125));
  run(holds, 4.0);
  CHECK(read_number(holds, "rope.eye_slip") == 0.0);
  CHECK(height(holds, "one") == Approx(960.0).margin(0.01).epsilon(0.0));
}

TEST_CASE("line: at rest on the limit of friction it stays, and beyond it slips",
          "[solver][line]") {
  // W11: 100 kg hold 100 kg exp(mu pi) on a wire that is nearly weightless, and not 0.2 % more.
  const double mu = 0.2, most = 100.0 * std::exp(mu * kPi);
  const auto slip = [&](double share) {
    Simulation simulation(atwood(100.0, share * most, mu, 1e-3, 0.02));
    run(simulation, 20.0);
    return read_number(simulation, "rope.eye_slip");
  };
  CHECK(slip(0.999) == 0.0);
  // It then falls with a share of .001 g (1 - ...): half a meter and more in 20 s.
  CHECK(slip(1.002) > 0.2);
}

TEST_CASE("line: sliding and sticking never raise the energy", "[solver][line]") {
  const double friction = GENERATE(0.0, 0.1), step = GENERATE(0.01, 0.05), EA = GENERATE(1e6, 1e9);
  solver::Model model = atwood(200.0, 300.0, friction, 10.0, step);
  model.loads[0].kind.get<solver::ElasticLine>().sections[0].axial_stiffness = EA;
  // The weights begin beside their places, so that the rope goes slack and snaps.
  model.bodies[0].pose.position = {10.0, 0.0, 975.0};
  model.bodies[1].pose.position = {-20.0, 5.0, 960.0};
  Simulation simulation(model);
  INFO("friction " << friction << " step " << step << " EA " << EA);
  const int steps = static_cast<int>(nanoseconds(4.0) / nanoseconds(step));
  CHECK(energy_growth(simulation, steps) <= 1e-9 * 1500.0 * 9810.0);
  CHECK(read_number(simulation, "rope.eye_slip") > 2.0);
}

TEST_CASE("line: through an eye it comes to rest where tensions of both sides are equal",
          "[solver][line]") {
  // W13: fast at A, over an eye 100 m off at the same height, down to a weight of 20 kN.
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.bodies = {weightless_body("weight", 20000.0 / kG, {500, 500, 500}, {100, 0, 974}),
                  weightless_body("A", 1.0, {1, 1, 1}, {0, 0, 1000})};
  model.bodies[0].gravity = true;
  model.bodies[1].motion = solver::Motion::kStatic;
  solver::ElasticLine line;
  line.end_a.body = "A";
  line.end_b.body = "weight";
  line.sections = {wire(130.0, 50, 200.0 / kG, 2e9)};
  line.waves = false;
  line.above_bottom = true;
  const double off = GENERATE(-2.6, 2.6);
  line.eyes = {{104.0 + off, "", {100, 0, 1000}, 0.0, 0.0}};
  model.bodies[0].pose.position.z() = 1000.0 - 26.0 + off;
  model.loads = {{"rope", line}};
  solver::Damper air;
  air.body1 = "weight";
  air.point2 = {100.0, 0.0, 900.0};
  air.linear = 4000.0;
  model.loads.push_back({"air", air});
  Simulation simulation(model);
  run(simulation, 120.0);
  CHECK(1000.0 - height(simulation, "weight") == Approx(26.870).epsilon(1e-3));
  CHECK(read_number(simulation, "rope.tension") == Approx(25374.0).epsilon(2e-3));
}

TEST_CASE("line: from a drum over a roller, its length stays", "[solver][line]") {
  // A wire is paid out over a stern roller to an anchor at 1 m/s and hauled back.
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.water_depth = 100.0;
  model.bodies = {weightless_body("ship", 1.0, {1, 1, 1}, {0, 0, 0}),
                  weightless_body("anchor", 5000.0, {500, 500, 500}, {-9.95, 0, -48})};
  model.bodies[0].motion = solver::Motion::kStatic;
  model.bodies[1].gravity = true;
  solver::ElasticLine line;
  line.end_a = {"ship", {0, 0, 3}, {}, {}};
  line.end_b.body = "anchor";
  line.sections = {wire(60.0, 24, 20.0, 2e7)};
  line.waves = false;
  line.above_bottom = true;
  line.eyes = {{10.0, "ship", {-9.95, 0, 2}, 0.1, 0.0}};
  line.winch = solver::LineWinch();
  line.winch->stored = 40.0;
  solver::Damper damper;  // lets the anchor come to rest after each change of speed
  damper.body1 = "anchor";
  damper.point2 = {-9.95, 0.0, -2000.0};
  damper.linear = 3e4;
  model.loads = {{"wire", line}, {"damper", damper}};
  model.inputs = {{"haul", solver::LoadDrive{"wire"}}};
  Simulation simulation(model);
  run(simulation, 10.0);
  CHECK(read_number(simulation, "wire.length") == Approx(60.0).epsilon(1e-12));
  double before = read_number(simulation, "wire.anchor_tension"), jump = 0.0;
  const auto haul = [&](double speed, double duration) {
    simulation.write_input(0, simulation.time_ns(), {&speed, 1});
    run(simulation, 12.0);
    const std::int64_t end = simulation.time_ns() + nanoseconds(duration - 12.0);
    before = read_number(simulation, "wire.anchor_tension");
    while (simulation.time_ns() < end) {
      simulation.step();
      const double now = read_number(simulation, "wire.anchor_tension");
      jump = std::max(jump, std::abs(now - before) / now);
      before = now;
    }
  };
  haul(-1.0, 25.0);
  CHECK(read_number(simulation, "wire.length") == Approx(85.0).epsilon(1e-9));
  CHECK(read_number(simulation, "wire.eye_slip") == Approx(25.0).margin(0.1).epsilon(0.0));
  haul(1.0, 20.0);
  CHECK(read_number(simulation, "wire.length") == Approx(65.0).epsilon(1e-9));
  CHECK(read_number(simulation, "wire.eye_slip") == Approx(5.0).margin(0.1).epsilon(0.0));
  CHECK(jump < 0.01);
}

TEST_CASE("line: sliding and sticking go on from their states, bit for bit", "[solver][line]") {
  const solver::Model model = atwood(200.0, 300.0, 0.1, 10.0, 0.02);
  Simulation first(model);
  std::vector<solver::State> states;
  for (int i = 0; i < 5; ++i) {
    states.push_back(solver::deserialize(serialize(first.state())));
    run(first, 1.0);
  }
  for (const solver::State& state : states) {
    Simulation again(model);
    again.restore(state);
    while (again.time_ns() < first.time_ns()) again.step();
    CHECK(identical(again.state(), first.state()));
  }
}

TEST_CASE("line: a body that runs out is stopped at the eye, or the run ends in words",
          "[solver][line]") {
  // 200 kg are drawn up by 500 kg and arrive at 17 m/s; their wire has then a quarter of an element left.
  const auto nearest = [](double step) {
    Simulation simulation(atwood(200.0, 500.0, 0.0, 2.0, step));
    double least = 40.0;
    while (simulation.time_ns() < nanoseconds(8.0)) {
      simulation.step();
      const Vector3 place = read_output(simulation, "one.position");
      least = std::min(least, (place - Vector3(0, 0, 1000)).norm());
    }
    CHECK(read_number(simulation, "rope.eye_slip") < 40.0);
    return least;
  };
  CHECK(nearest(0.00125) < 1.0);
  CHECK_THROWS_WITH(nearest(0.02),
                    Catch::StartsWith("load 'rope' of bodies 'one', 'two': what it ends at has "
                                      "arrived at its eye 1 faster than steps of 0.02 s follow"));
}

TEST_CASE("line: what an eye cannot do is refused", "[solver][line]") {
  const auto refused = [](auto change) {
    solver::Model model = atwood(200.0, 500.0, 0.0, 10.0, 0.02);
    change(model.loads[0].kind.get<solver::ElasticLine>());
    return Simulation(model);
  };
  CHECK_THROWS_WITH(
      refused([](solver::ElasticLine& line) { line.eyes[0].arc = 0.5; }),
      "loads[0].line.eyes[0].arc must leave 1 elements of 2.5 m before it, got 0.5 m");
  CHECK_THROWS_WITH(refused([](solver::ElasticLine& line) { line.eyes[0].arc = 101.0; }),
                    "loads[0].line.eyes must leave 1 elements of 2.5 m before end b, got -1 m");
  CHECK_THROWS_WITH(refused([](solver::ElasticLine& line) {
                      line.breaks = {{50.0, 1.0, {}}};
                    }),
                    "loads[0].line.breaks must not be given for a line with eyes, got some");
  CHECK_THROWS_WITH(
      refused([](solver::ElasticLine& line) { line.sections.push_back(line.sections[0]); }),
      "loads[0].line.sections must be one where the line has eyes, as it slides from one piece to "
      "another, got 2");
  CHECK_THROWS_WITH(
      refused([](solver::ElasticLine& line) { line.eyes[0].friction = -1.0; }),
      "loads[0].line.eyes[0].friction must not be negative and must be finite, got -1");
}
