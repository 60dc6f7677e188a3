/// @file Lines on a drum: length, force, work, slip, limits, breaks, states.
#include <cmath>

#include "solver/model/loads/elastic_line.hpp"
#include "tests/solver/lines/line_energy.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

constexpr double kMass = 10.0;            ///< [kg/m]
constexpr double kWeight = kMass * 9.81;  ///< [N/m]
constexpr double kStiffness = 5e8;        ///< EA [N]

/// A line of 50 m that hangs in air from a drum on a fixed body, with a free end.
solver::Model hanging_from_drum(const solver::LineWinch& winch, double step = 0.05) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.bodies = {weightless_body("top", 1.0, {1.0, 1.0, 1.0}, {0, 0, 1000})};
  model.bodies[0].motion = solver::Motion::kStatic;
  solver::ElasticLine line;
  line.end_a.body = "top";
  line.end_b.free = true;
  solver::LineSection section;
  section.length = 50.0;
  section.elements = 10;
  section.diameter = 0.02;
  section.mass_per_length = kMass;
  section.axial_stiffness = kStiffness;
  section.drag = section.axial_drag = 0.0;
  line.sections = {section};
  line.waves = false;
  line.above_bottom = true;
  line.winch = winch;
  model.loads = {{"line", line}};
  return model;
}

solver::LineWinch at_speed(double speed, double stored) {
  solver::LineWinch winch;
  winch.speed = speed;
  winch.stored = stored;
  return winch;
}

/// What a run of a line at a speed of 1 m/s has seen at its drum.
struct AtDrum {
  double work = 0.0;         ///< of the line on the drum [J]
  double least_ratio = 1e9;  ///< force by the weight of the line that hangs
  double greatest_ratio = 0.0;
};

AtDrum turn(Simulation& simulation, double speed, int steps, double step) {
  AtDrum seen;
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    const double force = read_number(simulation, "line.drum_force");
    const double length = read_number(simulation, "line.length") + 0.5 * speed * step;
    const double ratio = force / (kWeight * length);
    seen.work -= force * speed * step;
    if (i < 40) continue;  // the jerk at the start dies out in two seconds
    seen.least_ratio = std::min(seen.least_ratio, ratio);
    seen.greatest_ratio = std::max(seen.greatest_ratio, ratio);
  }
  return seen;
}

}  // namespace

TEST_CASE("line: paid out by a drum, its force is its weight and its work that of lowering it",
          "[solver][line]") {
  const solver::Model model = hanging_from_drum(at_speed(-1.0, 100.0));
  Simulation simulation(model);
  CHECK(read_number(simulation, "line.drum_force") == Approx(50.0 * kWeight).epsilon(1e-3));
  const AtDrum out = turn(simulation, -1.0, 600, 0.05);
  CHECK(read_number(simulation, "line.length") == Approx(80.0).epsilon(1e-9));
  CHECK(read_number(simulation, "line.speed") == Approx(-1.0).epsilon(1e-9));
  CHECK(read_number(simulation, "line.drum_force") == Approx(7848.0).epsilon(1e-3));
  CHECK(read_number(simulation, "line.tension") == Approx(7848.0).epsilon(2e-3));
  CHECK(out.least_ratio > 1.0 - 4e-3);
  CHECK(out.greatest_ratio < 1.0 + 4e-3);
  CHECK(out.work == Approx(191295.0).epsilon(2e-3));  // W15: the integral of 98.1 (50 + t)
  const VectorXd shape = read_output(simulation, "line.shape");
  CHECK(shape.size() == 3 * 31);
  CHECK(shape[2] == 1000.0);  // still on the drum
  CHECK(shape[3 * 30 + 2] == Approx(920.0).margin(0.05).epsilon(0.0));
}

TEST_CASE("line: paid out and hauled in again, it is as it was", "[solver][line]") {
  solver::Model model = hanging_from_drum(at_speed(-1.0, 100.0));
  model.inputs = {{"haul", solver::LoadDrive{"line"}}};
  Simulation simulation(model);
  run(simulation, 20.0);
  CHECK(read_number(simulation, "line.length") == Approx(70.0).epsilon(1e-12));
  const double speed = 1.0;
  simulation.write_input(0, nanoseconds(20.0), {&speed, 1});
  const AtDrum seen = turn(simulation, 1.0, 400, 0.05);
  CHECK(read_number(simulation, "line.length") == Approx(50.0).epsilon(1e-12));
  CHECK(read_number(simulation, "line.reserve") < 1e-6);
  CHECK(seen.least_ratio > 1.0 - 5e-3);
  CHECK(seen.greatest_ratio < 1.0 + 5e-3);
}

TEST_CASE("line: a drum slips at its force limit, and stops where it is empty", "[solver][line]") {
  solver::LineWinch winch = at_speed(-1.0, 100.0);
  winch.force_limit = 7000.0;
  Simulation simulation(hanging_from_drum(winch, 0.02));
  // W15: 98.1 (50 + t) passes 7 kN at 21.36 s.
  run(simulation, 21.2);
  CHECK(read_number(simulation, "line.speed") == Approx(-1.0).epsilon(1e-9));
  while (read_number(simulation, "line.length") < 100.0) simulation.step();
  CHECK(read_number(simulation, "line.drum_force") == Approx(7000.0).epsilon(1e-6));
  // Then the line falls, x v' = g x - F/m with the length x that is out, so that
  // v^2/2 = g (x - x0) - F/m ln(x/x0) + v0^2/2.
  const double x0 = 7000.0 / kWeight, x = read_number(simulation, "line.length");
  const double v = std::sqrt(1.0 + 2.0 * (9.81 * (x - x0) - 7000.0 / kMass * std::log(x / x0)));
  CHECK(-read_number(simulation, "line.speed") == Approx(v).epsilon(0.01));
  run(simulation, 20.0);
  CHECK(read_number(simulation, "line.length") == Approx(150.0).epsilon(1e-9));
  CHECK(read_number(simulation, "line.speed") == Approx(0.0).margin(1e-12).epsilon(0.0));
}

TEST_CASE("line: a drum that keeps a force lifts what hangs on it with that force",
          "[solver][line]") {
  solver::LineWinch winch;
  winch.force = 1.3 * 2000.0 * 9.81;
  winch.stored = 10.0;
  solver::Model model = hanging_from_drum(winch, 0.02);
  model.bodies.push_back(weightless_body("load", 2000.0, {500.0, 500.0, 500.0}, {0, 0, 950}));
  model.bodies.back().gravity = true;
  auto& line = model.loads[0].kind.get<solver::ElasticLine>();
  line.end_b = {};
  line.end_b.body = "load";
  line.sections[0].mass_per_length = 0.1;
  line.sections[0].axial_stiffness = 1e8;
  Simulation simulation(model);
  run(simulation, 2.0);
  const auto velocity = [&] { return simulation.state().bodies[1].momentum[2] / 2000.0; };
  const double start = velocity();
  run(simulation, 1.0);
  CHECK(velocity() - start == Approx(0.3 * 9.81).epsilon(0.02));
  CHECK(read_number(simulation, "line.drum_force") == Approx(1.3 * 2000.0 * 9.81).epsilon(1e-4));
}

TEST_CASE("line: a brake that slips takes energy out, however stiff the line and long the step",
          "[solver][line]") {
  const double step = GENERATE(0.01, 0.05, 0.1), EA = GENERATE(1e6, 1e8, 1e9);
  solver::LineWinch winch;
  winch.stored = 60.0;
  winch.force_limit = 2e4;
  solver::Model model = hanging_from_drum(winch, step);
  auto& line = model.loads[0].kind.get<solver::ElasticLine>();
  line.end_b = {};
  line.end_b.body = "load";
  line.sections[0].elements = 5;
  line.sections[0].axial_stiffness = EA;
  // A load that falls from beside the drum until the line comes taut and slips.
  model.bodies.push_back(weightless_body("load", 500.0, {50.0, 50.0, 50.0}, {30, 0, 1010}));
  model.bodies.back().gravity = true;
  Simulation simulation(model);
  // What is paid out brings its height, and the speed that it has had on the drum.
  double brought = 0.0, out = 50.0;
  double least = total_energy(simulation), growth = 0.0;
  while (simulation.time_ns() < nanoseconds(30.0)) {
    simulation.step();
    const double length = read_number(simulation, "line.length");
    const double speed = read_number(simulation, "line.speed");
    brought += (length - out) * (kWeight * 1000.0 + 0.5 * kMass * speed * speed);
    out = length;
    const double energy = total_energy(simulation) - brought;
    growth = std::max(growth, energy - least);
    least = std::min(least, energy);
  }
  INFO("step " << step << " EA " << EA);
  CHECK(growth <= 1e-9 * 110.0 * kWeight * 1000.0);
  CHECK(read_number(simulation, "line.length") > 51.0);
}

TEST_CASE("line: pay-out, slip and break go on from their states, bit for bit", "[solver][line]") {
  solver::LineWinch winch = at_speed(-1.0, 30.0);
  winch.force_limit = 6000.0;
  solver::Model model = hanging_from_drum(winch);
  model.bodies.push_back(weightless_body("load", 50.0, {50.0, 50.0, 50.0}, {3, 0, 952}));
  model.bodies.back().gravity = true;
  auto& line = model.loads[0].kind.get<solver::ElasticLine>();
  line.end_b = {};
  line.end_b.body = "load";
  line.breaks = {{20.0, 6.0, {}}};
  Simulation first(model);
  std::vector<solver::State> states;
  for (int i = 0; i < 8; ++i) {
    states.push_back(solver::deserialize(serialize(first.state())));
    run(first, 1.0);
  }
  CHECK(read_number(first, "line.broken") == Approx(20.0).epsilon(1e-12));
  for (const solver::State& state : states) {
    Simulation again(model);
    again.restore(state);
    while (again.time_ns() < first.time_ns()) again.step();
    CHECK(identical(again.state(), first.state()));
  }
}

TEST_CASE("line: what a drum cannot do is refused", "[solver][line]") {
  const auto refused = [](const solver::LineWinch& winch) {
    return Simulation(hanging_from_drum(winch));
  };
  solver::LineWinch winch = at_speed(-30.0, 10.0);
  CHECK_THROWS_WITH(
      refused(winch),
      "loads[0].line.winch.speed must be at most a quarter of an element of the first "
      "section in a step, 25 m/s, got 30 m/s");
  winch.speed = 0.0;
  winch.stored = 6000.0;
  CHECK_THROWS_WITH(refused(winch),
                    "loads[0].line.sections must have at most 1000 elements together, with what a "
                    "winch stores, got 1210");
  winch.stored = 10.0;
  winch.force = 1e4;
  CHECK_THROWS_WITH(refused(winch),
                    "loads[0].line.winch must not have both speed and force, got both");
  winch.force.reset();
  winch.force_limit = 1e4;
  winch.recover_force = 2e4;
  CHECK_THROWS_WITH(
      refused(winch),
      "loads[0].line.winch.recover_force must not exceed render_force or force_limit, "
      "got 20000 N");
  winch.recover_force.reset();
  winch.min_length = 60.0;
  CHECK_THROWS_WITH(refused(winch),
                    "loads[0].line.winch.min_length must not exceed the length of the line, 50 m, "
                    "got 60 m");
  solver::Model clamped = hanging_from_drum(at_speed(0.0, 0.0));
  auto& line = clamped.loads[0].kind.get<solver::ElasticLine>();
  line.sections[0].bending_stiffness = 1e4;
  line.end_a.direction = Vector3::UnitX();
  CHECK_THROWS_WITH(Simulation(clamped),
                    "loads[0].line.winch must be at an end without direction, got a clamp");
}
