/// @file Mooring systems with a library that is known in closed form; MoorDyn itself is in
/// tests/server/moorings and tests/python/test_mooring_system.py.
#include "solver/model/loads/mooring_system.hpp"

#include <cmath>
#include <random>

#include "solver/dynamics/statics/still_water_system.hpp"
#include "solver/linearisation/linearisation.hpp"
#include "solver/loads/lines/mooring_input.hpp"
#include "tests/support/mooring_system.hpp"
#include "tests/support/moorings.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Contains;
using solver::Simulation;
using solver::StepperKind;

namespace {

constexpr double kSpring = 4.0;

/// A mass of 1 kg on a spring of 4 N/m, drawn away by 1 m: cos 2t.
solver::Model on_spring(double step, StepperKind stepper) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.stepper = stepper;
  model.bodies = {weightless_body("buoy", 1.0, {1.0, 1.0, 1.0}, {1.0, 0.0, 0.0})};
  model.loads = {{"moorings", mooring_system("buoy")}};
  model.mooring_library = std::make_shared<SpringMoorings>(kSpring);
  return model;
}

double place_after(const solver::Model& model, double duration) {
  Simulation simulation(model);
  run(simulation, duration);
  return read_number(simulation, "buoy.position");
}

/// Of the first refusal, "path rule, value".
std::string refusal_of(const solver::Model& model) {
  const auto violations = check(model);
  if (violations.empty()) return {};
  return fmt::format("{} {}, {}", violations[0].path, violations[0].rule, violations[0].value);
}

std::string refusal_of(const std::string& input) {
  solver::Model model = on_spring(0.1, StepperKind::kRungeKutta4);
  model.water_depth = 100.0;
  model.loads[0].kind.get<solver::MooringSystem>().input = input;
  return refusal_of(model);
}

}  // namespace

TEST_CASE("mooring system: a spring by it has order 1 under every stepper",
          "[solver][loads][moorings]") {
  const auto stepper = GENERATE(StepperKind::kRungeKutta4, StepperKind::kMidpoint,
                                StepperKind::kSpook, StepperKind::kMoreauJean);
  const auto error = [&](double step) {
    return std::abs(place_after(on_spring(step, stepper), 2.0) - std::cos(4.0));
  };
  CHECK(error(0.01) / error(0.005) == Approx(2.0).epsilon(0.05));
}

TEST_CASE("mooring system: a force held adds the damping -h k/2", "[solver][loads][moorings]") {
  constexpr double kStep = 0.01, kPeriods = 10.0 * kPi;
  // determinant of the map of one step: 1 + h^2 k / 2m
  const double grown = std::exp(kStep * kSpring / 4.0 * kPeriods);
  const auto amplitude = [](StepperKind stepper) {
    Simulation simulation(on_spring(kStep, stepper));
    run(simulation, kPeriods);
    const double v = read_number(simulation, "buoy.linear_velocity");
    return std::hypot(read_number(simulation, "buoy.position"), v / 2.0);
  };
  CHECK(amplitude(StepperKind::kRungeKutta4) == Approx(grown).epsilon(0.01));
  CHECK(amplitude(StepperKind::kMidpoint) == Approx(grown).epsilon(0.01));
  CHECK(amplitude(StepperKind::kSpook) == Approx(grown).epsilon(0.01));
}

TEST_CASE("mooring system: restored at any step it goes on to the bit",
          "[solver][loads][moorings]") {
  Simulation simulation(on_spring(0.05, StepperKind::kRungeKutta4));
  std::vector<std::string> states;
  for (int i = 0; i < 30; ++i) {
    states.push_back(serialize(simulation.state()));
    simulation.step();
  }
  std::mt19937 generator(5);
  for (int i = 0; i < 100; ++i) {
    const std::size_t at = generator() % 29;
    simulation.restore(solver::deserialize(states[at]));
    simulation.step();
    CHECK(serialize(simulation.state()) == states[at + 1]);
  }
  solver::State other = simulation.state();
  other.loads[0].memory += "too long";
  CHECK_THROWS_WITH(simulation.restore(other), "state must have the shape of its model");
}

TEST_CASE("mooring system: its outputs are a tension a line, its library part of the model",
          "[solver][loads][moorings]") {
  solver::Model model = on_spring(0.1, StepperKind::kRungeKutta4);
  Simulation simulation(model);
  CHECK(read_output(simulation, "moorings.tension") == VectorXd::Constant(1, kSpring));
  CHECK(read_output(simulation, "moorings.anchor_tension") == VectorXd::Constant(1, 2.0 * kSpring));
  CHECK(read_output(simulation, "moorings.force")[0] == -kSpring);
  model.mooring_library = nullptr;
  CHECK(refusal_of(model) ==
        "loads[0].mooring_system must be given to a server that has MoorDyn 2: raftupd --moordyn "
        "FILE, the library of the Python package moordyn, none");
}

TEST_CASE("mooring system: a linear model has its force at rest and says what it lacks",
          "[solver][loads][moorings]") {
  const solver::Model model = on_spring(0.1, StepperKind::kRungeKutta4);
  const solver::Linearization linear(model, nullptr, {solver::OperatingPoint::kPresent}, nullptr);
  CHECK(linear.matrices().restoring.isZero(0.0));
  const std::vector<solver::Drawing> lines = linear.drawings();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].subject == "moorings, line 1");
  CHECK(lines[0].values == std::vector{0.0, 1.0, 0.0, 0.0, kSpring});
  const Findings left_out = solver::left_out(model, true);
  REQUIRE(left_out.size() == 1);
  CHECK(left_out[0].message ==
        "mooring system moorings has the force of its rest where the bodies are at t = 0: its "
        "stiffness, damping and inertia are left out");
}

TEST_CASE("mooring system: one that holds two bodies moves each at its own frequency",
          "[solver][loads][moorings]") {
  solver::Model model = on_spring(0.001, StepperKind::kRungeKutta4);
  auto& system = model.loads[0].kind.get<solver::MooringSystem>();
  system.input = replaced(kOneLine, "--- LINES ---", "3 Coupled 2 0 0 0 0 0 0\n--- LINES ---");
  system.point_bodies = {"buoy", "raft"};
  model.bodies.push_back(weightless_body("raft", 4.0, {1.0, 1.0, 1.0}, {1.0, 0.0, 0.0}));
  Simulation simulation(model);
  run(simulation, 2.0);
  CHECK(read_number(simulation, "buoy.position") == Approx(std::cos(4.0)).epsilon(0.01));
  // its point begins 3 m from the origin, and the spring has 1 rad/s
  CHECK(read_number(simulation, "raft.position") ==
        Approx(3.0 * std::cos(2.0) - 2.0).epsilon(0.01));
  CHECK(read_output(simulation, "moorings.force")[0] ==
        Approx(-kSpring * read_number(simulation, "buoy.position")).epsilon(1e-9));
  const solver::Linearization linear(model, nullptr, {solver::OperatingPoint::kPresent}, nullptr);
  CHECK(linear.drawings()[0].values[1] == 1.0);

  system.point_bodies = {"raft"};
  CHECK(refusal_of(model) ==
        "loads[0].mooring_system.point_bodies must name a body for each of 2 coupled points, 1");
  system.point_bodies = {"raft", "raft"};
  CHECK(refusal_of(model) == "loads[0].mooring_system.body must be among point_bodies, buoy");
  system.point_bodies = {"buoy", "ship"};
  CHECK_THAT(refusal_of(model), Contains("loads[0].mooring_system.point_bodies[1]"));
}

TEST_CASE("mooring input: coupled points and lines are found, the model's water is put in",
          "[solver][loads][moorings]") {
  const std::string input = replaced(kOneLine, "2 Coupled 0 0 0", "2 Vessel1\t5 -1.5 -2e1");
  const auto read = solver::read_mooring_input(input);
  REQUIRE(read.coupled_points.size() == 1);
  CHECK(read.coupled_points[0] == Vector3(5.0, -1.5, -20.0));
  CHECK(read.line_count == 1);
  CHECK(solver::read_mooring_input("").line_count == 0);
  solver::Model model;
  model.gravity = 9.5;
  model.water_depth = 120.0;
  const std::string complete = solver::complete_mooring_input(input, model);
  CHECK_THAT(complete, Contains("threshIC\n9.5 g\n1025 WtrDnsty\n1 disableOutput\n"
                                "1 disableOutTime\n120 WtrDpth\n---"));
  CHECK(complete.find('\t') == std::string::npos);
  CHECK_THAT(solver::complete_mooring_input("--- LINES ---", model),
             Contains("--- LINES ---\n--- OPTIONS ---\n9.5 g\n"));
}

TEST_CASE("mooring input: what its state or its sandbox cannot hold is refused by rule and value",
          "[solver][loads][moorings]") {
  const std::string field = "loads[0].mooring_system.input ";
  CHECK(refusal_of(kOneLine).empty());
  CHECK(refusal_of(std::string("no lines")) ==
        field + "must be an input file of MoorDyn 2 that couples points, none");
  CHECK(refusal_of(std::string(2 << 20, ' ')) ==
        field + "must have at most 1048576 bytes, 2097152");
  CHECK(refusal_of(kOneLine + "--- FAILURE ---\n") ==
        field + "must have no section of that name: what it does is in no saved state, FAILURE");
  CHECK(refusal_of(replaced(kOneLine, "0.0 0.0\n---", "0.0 0.0 0.8\n---")) ==
        field + "must have lines without lift of vortices: it is in no saved state, Cl = 0.8");
  CHECK(refusal_of(replaced(kOneLine, "1e8", "/etc/passwd")) ==
        field + "must give line types by numbers, files are not read, /etc/passwd");
  CHECK(refusal_of(kOneLine + "SYROPE_x SeafloorFile\n") ==
        field + "must not have seafloorfile: files are not read, SYROPE_x");
  CHECK(refusal_of(kOneLine + "3 WaveKin\n") ==
        field + "must have wavekin 0: the water around its lines is still, 3");
  CHECK(refusal_of(kOneLine + "90 WtrDpth\n") ==
        field + "must have wtrdpth 100 as the environment of the model, 90");
  CHECK(refusal_of(kOneLine + "9.81 g\n") ==
        field + "must have g 9.80665 as the environment of the model, 9.81");
}

TEST_CASE("mooring input: bodies and rods that are coupled are refused with what to do instead",
          "[solver][loads][moorings]") {
  const auto with = [](const std::string& section) {
    return refusal_of(replaced(kOneLine, "--- OPTIONS ---", section + "--- OPTIONS ---"));
  };
  const std::string head = "ID Attachment X0 Y0 Z0 r0 p0 y0 Mass\n(#) (-) (m) (m) (m) (deg)\n";
  const std::string instead =
      " that is coupled Coupled points instead, at their places in a body of the model, ";
  const std::string rule =
      "loads[0].mooring_system.input must couple points alone: give the lines of a ";
  CHECK(with("--- BODIES ---\n" + head + "1 Coupled 0 0 0 0 0 0 1e3\n") ==
        rule + "body" + instead + "body 1, Coupled");
  CHECK(with("--- BODY LIST ---\n" + head + "2 VesselPinned 0 0 0 0 0 0 1e3\n") ==
        rule + "body" + instead + "body 2, VesselPinned");
  const std::string rods = "ID RodType Attachment Xa Ya Za\n(#) (name) (-) (m) (m) (m)\n";
  CHECK(with("--- RODS ---\n" + rods + "1 pipe Coupled 0 0 0 1 0 0 4 -\n") ==
        rule + "rod" + instead + "rod 1, Coupled");
  CHECK(with("--- BODIES ---\n" + head + "1 Free 0 0 0 0 0 0 1e3\n").empty());
}

TEST_CASE("mooring input: one with which MoorDyn comes to no end is refused",
          "[solver][loads][moorings]") {
  for (const char* step : {"0", "1e-300", "-0.1", "nan", "inf", "x"}) {
    CHECK_THAT(refusal_of(replaced(kOneLine, "0.002 dtM", std::string(step) + " dtM")),
               Contains("loads[0].mooring_system.input must have dtM of at least ") &&
                   Contains(std::string(" s, or MoorDyn finds no end, ") + step));
  }
  CHECK_THAT(refusal_of(replaced(kOneLine, "0.5 dtIC", "0 dtIC")),
             Contains("must have dtIC of at least 1e-05 s, or MoorDyn finds no end, 0"));
  CHECK_THAT(refusal_of(replaced(kOneLine, "100 TmaxIC", "1e9 TmaxIC")),
             Contains("must find its rest in at most 100000 steps dtIC until TmaxIC, dtIC 0.5 s, "
                      "TmaxIC 1e+09 s"));
  CHECK_THAT(refusal_of(kOneLine + "1e-9 CFL\n"),
             Contains("must have CFL of at least 0.001, 1e-9"));
  CHECK_THAT(refusal_of(replaced(kOneLine, "226 10", "226 100000000")),
             Contains("must have lines of at most 10000 segments, 100000000"));
}

TEST_CASE("mooring system: one that is not at rest where the run starts is a finding",
          "[solver][loads][moorings]") {
  const auto findings = [](double left) {
    solver::Model model = on_spring(0.1, StepperKind::kRungeKutta4);
    model.mooring_library = std::make_shared<SpringMoorings>(kSpring, left);
    return Simulation(model).load_findings();
  };
  CHECK(findings(0.1).empty());
  const Findings found = findings(8.5922);
  REQUIRE(found.size() == 1);
  CHECK(found[0].name == "mooring_not_at_rest");
  CHECK(found[0].severity == Severity::kWarning);
  CHECK(found[0].value == 8.5922);
  CHECK_THAT(found[0].message,
             Catch::StartsWith("mooring system 'moorings' should be at rest at t = 0: MoorDyn's "
                               "search for it has left accelerations of 8.59 m/s2"));
}
