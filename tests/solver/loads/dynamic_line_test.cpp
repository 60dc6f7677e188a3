/// @file Old descriptions of lines, which are those of the load `line`, against catenaries, strings, MoorDyn, and
///       themselves.
#include "solver/model/loads/dynamic_line.hpp"

#include <cmath>
#include <fstream>

#include "solver/loads/lines/catenary.hpp"
#include "solver/model/loads/elastic_line.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Catenary;
using solver::Simulation;

namespace {

constexpr double kWeight = 698.094;

/// A body held by a chain of 902.2 m on the bottom, 250 m below.
solver::Model moored(int element_count) {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.water_depth = 250.0;
  model.bodies = {weightless_body("buoy", 3e6, {1e8, 1e8, 1e8}, {0, 0, 0})};
  solver::DynamicLine line;
  line.body = "buoy";
  line.anchor = {848.67, 0.0, -250.0};
  line.length = 902.2;
  line.diameter = 0.09;
  line.mass_per_length = kWeight / model.gravity + 0.25 * kPi * 0.09 * 0.09 * model.water_density;
  line.axial_stiffness = 384.243e6;
  line.element_count = element_count;
  model.loads = {{"line", line}};
  return model;
}

solver::DynamicLine& dynamic_line_of(solver::Model& model) {
  return model.loads[0].kind.get<solver::DynamicLine>();
}

/// The same, drawn by a spring so that it stays where it is but for what moves it.
solver::Model swinging_buoy(solver::StepperKind stepper) {
  solver::Model model = moored(20);
  model.stepper = stepper;
  model.loads.push_back(mooring("held", "buoy", Vector6::Constant(4e5), Vector6::Zero()));
  model.loads[1].kind.get<solver::LinearMooring>().preload << -736938.0, 0.0, 535727.0, 0.0, 0.0,
      0.0;
  model.bodies[0].linear_velocity = {1.0, 0.5, 0.8};
  return model;
}

/// A string of 8 elements of 10 m along x, drawn by 1e5 N, in water that weighs as much as it does.
solver::Model string_of_eight() {
  solver::Model model = moored(8);
  model.gravity = 1e-9;
  model.bodies[0].motion = solver::Motion::kKinematic;
  solver::DynamicLine& line = dynamic_line_of(model);
  line.anchor = {80.0, 0.0, -10.0};
  model.bodies[0].pose.position.z() = -10.0;
  line.length = 80.0 / (1.0 + 1e5 / 1e8);
  line.axial_stiffness = 1e8;
  line.mass_per_length = 20.0;
  line.diameter = std::sqrt(4.0 * 10.0 / (kPi * model.water_density));  // 10 kg/m of water
  line.above_bottom = true;
  line.drag = line.axial_drag = 0.0;
  return model;
}

}  // namespace

TEST_CASE("dynamic line: at rest it is the catenary, the closer the more elements it has",
          "[solver][loads][dynamic_line]") {
  const auto exact = Catenary({{902.2, kWeight, 384.243e6}}, true, 0.0).solve(848.67, 250.0);
  const Vector2 expected(736938.323531, -535727.450606);
  for (const int count : {20, 40, 80}) {
    Simulation simulation(moored(count));
    const auto force = read_output(simulation, "line.force");
    // Where the node that touches down lies among the elements makes most of it.
    CHECK((Vector2(force[0], force[2]) - expected).norm() < 0.04 / count * expected.norm());
    CHECK(read_number(simulation, "line.tension") ==
          Approx(std::hypot(force[0], force[2])).epsilon(1e-12));
    CHECK(read_number(simulation, "line.anchor_tension") ==
          Approx(exact.horizontal).epsilon(0.002));
    CHECK(read_number(simulation, "line.length_on_bottom") ==
          Approx(exact.length_on_bottom).epsilon(0.0).margin(902.2 / count));
    CHECK(read_number(simulation, "line.top_angle") ==
          Approx(std::atan2(exact.vertical, exact.horizontal)).epsilon(0.005));
  }
}

TEST_CASE("dynamic line: hanging free it is the catenary, too, its nodes on the curve",
          "[solver][loads][dynamic_line]") {
  solver::Model model = moored(80);
  solver::DynamicLine& line = dynamic_line_of(model);
  line.anchor = {400.0, 0.0, -150.0};
  line.length = 420.0;
  line.mass_per_length += (1000.0 - kWeight) / model.gravity;
  line.axial_stiffness = 5e7;
  line.above_bottom = true;
  Simulation simulation(model);
  const auto force = read_output(simulation, "line.force");
  CHECK(force[0] == Approx(1041667.335752).epsilon(2e-4));
  CHECK(-force[2] == Approx(605105.412658).epsilon(2e-4));
  const auto shape = read_output(simulation, "line.shape");
  REQUIRE(shape.size() == 3 * 81);
  const Catenary half({{210.0, 1000.0, 5e7}}, false, 0.0);
  Catenary::Solution at;
  at.horizontal = 1041667.335752;
  at.vertical = 605105.412658;
  const Vector2 middle = half.places(at, 1).back().below;
  CHECK(shape[3 * 40] == Approx(middle.x()).epsilon(0.0).margin(0.02));
  CHECK(shape[3 * 40 + 2] == Approx(-middle.y()).epsilon(0.0).margin(0.02));
}

TEST_CASE("dynamic line: a string swings across with the water that goes with it",
          "[solver][loads][dynamic_line]") {
  // 2 sqrt(T/(m + m_a))/l sin(pi/2n) of the lowest mode of n elements l; mass over the unstretched length.
  const double omega = 2.0 * std::sqrt(1e5 / 30.0) / 10.0 * std::sin(kPi / 16.0) /
                       std::sqrt(1.0 / (1.0 + 1e5 / 1e8));
  solver::Model model = string_of_eight();
  model.step_ns = nanoseconds(0.002);
  Simulation simulation(model);
  solver::State state = simulation.state();
  const auto plucked = [](int node) { return 1e-4 * std::sin(kPi * node / 8); };
  for (int node = 0; node <= 8; ++node) {
    state.loads[0].values[static_cast<std::size_t>(3 * node + 1)] = plucked(node);
  }
  simulation.restore(state);
  run(simulation, 3.0);
  CHECK(read_output(simulation, "line.shape")[3 * 4 + 1] ==
        Approx(1e-4 * std::cos(3.0 * omega)).epsilon(0.0).margin(5e-7));
}

TEST_CASE("dynamic line: the drag of a current, across the line and along it",
          "[solver][loads][dynamic_line]") {
  const Vector2 flow = GENERATE(Vector2(0.0, 2.0), Vector2(2.0, 0.0));
  solver::Model model = string_of_eight();
  solver::DynamicLine& line = dynamic_line_of(model);
  const double d = line.diameter;
  line.drag = 0.6 / (0.5 * model.water_density * d);
  line.axial_drag = 0.03 / (0.5 * model.water_density * kPi * d);
  Simulation still(model);
  model.current = hydro::Current({}, {flow});
  Simulation simulation(model);
  const Vector3 force = read_output(simulation, "line.force").head<3>();
  const Vector3 before = read_output(still, "line.force").head<3>();
  // Half of the drag is on either end, for small bows. The force of an instant leaves out that on the
  // half elements at the ends, whose water is not sampled.
  const Vector3 half =
      0.5 * 70.0 / 1.001 * 4.0 * Vector3(0.03 * (flow.x() > 0.0), 0.6 * (flow.y() > 0.0), 0.0);
  CHECK((force - before).y() == Approx(half.y()).epsilon(1e-5).margin(1e-6));
  if (flow.x() > 0.0) CHECK((force - before).x() == Approx(half.x()).epsilon(1e-5));
}

TEST_CASE("dynamic line: means and swings of a driven chain are MoorDyn's",
          "[solver][loads][dynamic_line][reference]") {
  RAFTUP_REQUIRE_REFERENCE(path, "reference/loads/moordyn_chain_forces.csv");
  solver::Model model;
  model.gravity = 9.81;
  model.water_density = 1000.0;
  model.water_depth = 200.0;
  model.step_ns = nanoseconds(0.05);
  model.bodies = {weightless_body("fairlead", 1.0, {1, 1, 1}, {3.268, 0, -14})};
  model.bodies[0].motion = solver::Motion::kKinematic;
  solver::DynamicLine chain;
  chain.body = "fairlead";
  chain.anchor = {800.0, 0.0, -200.0};
  chain.length = 835.35;
  chain.diameter = 0.0766;
  chain.mass_per_length = 113.35;
  chain.axial_stiffness = 7.536e8;
  chain.drag = 2.0;
  chain.added_mass = 0.8;
  chain.axial_drag = 0.4;
  chain.axial_added_mass = 0.25;
  chain.bottom_friction = 0.3;
  model.loads = {{"chain", chain}};
  Simulation simulation(model);
  const auto place = [](double t) {
    const double r = 0.5 * (1.0 - std::cos(kPi * std::min(t, 10.0) / 10.0));
    return Vector3(3.268 + 1.5 * r * std::sin(0.6 * t), 0.5 * r * std::sin(0.3 * t),
                   -14.0 + r * std::sin(0.7 * t));
  };
  std::ifstream file(path);
  std::string row;
  std::getline(file, row);
  Vector3 mean = Vector3::Zero(), expected_mean = Vector3::Zero();
  double difference = 0.0, largest = 0.0;
  int count = 0;
  for (int n = 0; std::getline(file, row); ++count) {
    double t = 0.0, x = 0.0, y = 0.0, z = 0.0;
    Vector3 expected;
    REQUIRE(std::sscanf(row.c_str(), "%lf,%lf,%lf,%lf,%lf,%lf,%lf", &t, &x, &y, &z, &expected[0],
                        &expected[1], &expected[2]) == 7);
    for (; n < std::lround(t / 0.05); ++n) {
      const Vector3 velocity = (place(0.05 * (n + 1)) - place(0.05 * n)) / 0.05;
      Vector6 twist;
      twist << velocity, Vector3::Zero();
      simulation.set_velocity(0, twist);
      simulation.step();
    }
    const Vector3 force = read_output(simulation, "chain.force").head<3>();
    mean += force;
    expected_mean += expected;
    difference += (force - expected).squaredNorm();
    largest = std::max(largest, expected.norm());
  }
  REQUIRE(count == 40);
  CHECK((mean - expected_mean).norm() / count < 2e-3 * largest);  // of two ways to lump a chain
  CHECK(std::sqrt(difference / count) < 4e-3 * largest);
}

TEST_CASE("dynamic line: restored in the middle it goes on with the same bytes",
          "[solver][loads][dynamic_line]") {
  Simulation simulation(
      swinging_buoy(GENERATE(solver::StepperKind::kRungeKutta4, solver::StepperKind::kMidpoint,
                             solver::StepperKind::kSpook, solver::StepperKind::kMoreauJean)));
  run(simulation, 1.0);
  const solver::State saved = solver::deserialize(serialize(simulation.state()));
  CHECK(identical(saved, simulation.state()));
  run(simulation, 1.0);
  const solver::State end = simulation.state();
  simulation.restore(saved);
  run(simulation, 1.0);
  CHECK(identical(simulation.state(), end));
}

TEST_CASE("dynamic line: a state that kept its inner nodes alone goes on as one of today",
          "[solver][loads][dynamic_line]") {
  solver::Model model = swinging_buoy(solver::StepperKind::kMidpoint);
  Simulation simulation(model);
  run(simulation, 2.0);
  const solver::State today = simulation.state();
  solver::State old = today;
  const std::vector<double>& values = today.loads[0].values;
  const auto nodes = static_cast<std::ptrdiff_t>(3 * 21);
  const auto inner = [&](std::ptrdiff_t first) {
    return std::vector<double>(values.begin() + first + 3, values.begin() + first + nodes - 3);
  };
  std::vector<double>& kept = old.loads[0].values = inner(0);
  const std::vector<double> velocities = inner(nodes);
  kept.insert(kept.end(), velocities.begin(), velocities.end());
  run(simulation, 2.0);
  const Vector6 expected = read_output(simulation, "line.force");
  const double moved = read_number(simulation, "line.tension");

  Simulation opened(model);
  opened.restore(solver::deserialize(serialize(old)));
  CHECK(opened.state().loads[0].values.size() == values.size());
  const double before = today.loads[0].values[0];
  CHECK(opened.state().loads[0].values[0] == before);
  run(opened, 2.0);
  CHECK((read_output(opened, "line.force") - expected).norm() < 1e-4 * expected.norm());
  CHECK(read_number(opened, "line.tension") == Approx(moved).epsilon(1e-4));
  old.loads[0].values.pop_back();
  CHECK_THROWS_WITH(opened.restore(old), "state must have the shape of its model");
}

TEST_CASE("dynamic line: a stepper that holds forces through a step gives way to that of its kind",
          "[solver][loads][dynamic_line]") {
  using solver::StepperKind;
  const auto taken = [](StepperKind named) {
    solver::Model model = swinging_buoy(named);
    dynamic_line_of(model).sub_step = 0.01;
    const Simulation simulation(model);
    std::vector<std::string> names;
    for (const Finding& finding : simulation.findings()) names.push_back(finding.name);
    CHECK(std::find(names.begin(), names.end(), "field_unused") != names.end());
    const bool told = std::find(names.begin(), names.end(), "line_stepper") != names.end();
    CHECK(told == (simulation.islands()[0].stepper != named));
    return simulation.islands()[0].stepper;
  };
  CHECK(taken(StepperKind::kRungeKutta4) == StepperKind::kMidpoint);
  CHECK(taken(StepperKind::kSpook) == StepperKind::kMoreauJean);
  CHECK(taken(StepperKind::kByReach) == StepperKind::kMidpoint);
  CHECK(taken(StepperKind::kMidpoint) == StepperKind::kMidpoint);
  CHECK(taken(StepperKind::kMoreauJean) == StepperKind::kMoreauJean);
}

TEST_CASE("dynamic line: it is the line that it describes, byte for byte",
          "[solver][loads][dynamic_line]") {
  solver::Model model = swinging_buoy(solver::StepperKind::kMidpoint);
  Simulation simulation(model);
  const solver::ElasticLine line = dynamic_line_of(model).line();
  model.loads[0].kind = line;
  Simulation described(model);
  run(simulation, 2.0);
  run(described, 2.0);
  CHECK(simulation.state().loads[0].values == described.state().loads[0].values);
  CHECK(line.sections[0].damping_time.value() ==
        Approx(902.2 / 20 * std::sqrt(line.sections[0].mass_per_length / 384.243e6)));
}

TEST_CASE("dynamic line: it slips on the bottom with viscous friction",
          "[solver][loads][dynamic_line]") {
  // Of a line that lies slack, dv/dt = -mu w/m v/sqrt(v^2 + slip_speed^2).
  solver::Model model = moored(10);
  model.step_ns = nanoseconds(0.005);
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.bodies[0].pose.position = {0.0, 0.0, -250.0};
  solver::DynamicLine& line = dynamic_line_of(model);
  line.anchor = {900.0, 0.0, -250.0};
  line.drag = line.axial_drag = line.added_mass = 0.0;
  line.bottom_friction = 0.5;
  line.slip_speed = 0.2;
  Simulation simulation(model);
  solver::State state = simulation.state();
  for (int node = 1; node < 10; ++node) {
    state.loads[0].values[static_cast<std::size_t>(3 * 11 + 3 * node + 1)] = 0.3;
  }
  simulation.restore(state);
  const double rate = 0.5 * kWeight / line.mass_per_length;
  double v = 0.3;
  for (int i = 0; i < 10000; ++i) v -= 1e-5 * rate * v / std::hypot(v, 0.2);  // until .1 s
  run(simulation, 0.1);
  CHECK(simulation.state().loads[0].values[3 * 11 + 3 * 5 + 1] ==
        Approx(v).epsilon(0.0).margin(0.005));
}

TEST_CASE("dynamic line: what is refused", "[solver][loads][dynamic_line]") {
  solver::Model model = moored(0);
  dynamic_line_of(model).axial_stiffness = std::numeric_limits<double>::infinity();
  dynamic_line_of(model).diameter = 0.0;
  dynamic_line_of(model).anchor.z() = -260.0;
  dynamic_line_of(model).further_segments.resize(1);
  CHECK_THROWS_WITH(
      Simulation(model),
      Catch::Contains("loads[0].dynamic_line.axial_stiffness must be given: a line with its own "
                      "dynamics is elastic, got none") &&
          Catch::Contains("loads[0].dynamic_line.diameter must be positive, got 0") &&
          Catch::Contains("loads[0].dynamic_line.element_count must lie within 1 to 1000, got 0") &&
          Catch::Contains("loads[0].dynamic_line.anchor must not lie below the bottom") &&
          Catch::Contains("loads[0].dynamic_line.further_segments[0].length must be positive"));
  model = moored(20);
  model.bodies[0].pose.position.z() = -260.0;
  CHECK_THROWS_WITH(
      Simulation(model),
      "loads[0].dynamic_line.point must not be below the bottom that the line ends on at t = 0, "
      "got 10 m below it");
}
