/// @file Lines with their own dynamics against catenaries, strings, MoorDyn, and themselves.
#include "solver/model/loads/dynamic_line.hpp"

#include <cmath>
#include <fstream>

#include "solver/loads/lines/catenary.hpp"
#include "solver/loads/lines/lumped_line.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Catenary;
using solver::LumpedLine;
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

/// A string of 8 elements drawn along x by 1e5 N.
std::vector<solver::LineElement> string_of_eight() {
  solver::LineElement element{};
  element.length = 10.0 / (1.0 + 1e5 / 1e8);
  element.stiffness = 1e8;
  element.mass = 20.0;
  element.weight = 1e-6;
  element.added_mass = 10.0;
  element.axial_added_mass = 5.0;
  element.diameter = 0.1;
  return std::vector<solver::LineElement>(8, element);
}

LumpedLine::Ends ends_of_string() {
  return {{Vector3::Zero(), Vector3(80.0, 0.0, 0.0)}, {Vector3::Zero(), Vector3::Zero()}};
}

std::vector<Vector3> places_of_string(double amplitude) {
  std::vector<Vector3> places;
  for (int i = 0; i <= 8; ++i) places.emplace_back(10.0 * i, amplitude * std::sin(kPi * i / 8), 0);
  return places;
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

TEST_CASE("lumped line: a string swings across with the water that goes with it",
          "[solver][loads][dynamic_line]") {
  // 2 sqrt(T/(m + m_a))/l sin(pi/2n) of the lowest mode of n elements l.
  const LumpedLine line(string_of_eight(), {}, nullptr);
  const double omega = 2.0 * std::sqrt(1e5 / 30.0) / 10.0 * std::sin(kPi / 16.0) /
                       std::sqrt((1.0 / (1.0 + 1e5 / 1e8)));  // mass over the unstretched length
  auto values = line.at_rest(places_of_string(1e-4));
  line.advance(values, ends_of_string(), ends_of_string(), 3.0, 3000);
  // Tension grows with the square of the amplitude, 1e-9 of it here.
  CHECK(line.places(values, ends_of_string())[4].y() ==
        Approx(1e-4 * std::cos(3.0 * omega)).epsilon(0.0).margin(1e-10));
}

TEST_CASE("lumped line: the drag of a current, across the line and along it",
          "[solver][loads][dynamic_line]") {
  std::vector<solver::LineElement> elements = string_of_eight();
  for (solver::LineElement& element : elements) {
    element.drag = 0.6;
    element.axial_drag = 0.03;
  }
  const double length = 8.0 * elements[0].length;
  for (const Vector2& flow : {Vector2(0.0, 2.0), Vector2(2.0, 0.0)}) {
    const LumpedLine line(elements, hydro::Current({}, {flow}), nullptr);
    auto values = line.at_rest(places_of_string(0.0));
    line.relax(values, ends_of_string());
    const auto forces = line.end_forces(values, ends_of_string());
    const Vector3 sum = forces[0] + forces[1];
    // The bow of a thousandth turns the drag by its square.
    CHECK(sum.x() == Approx(0.03 * 4.0 * length * (flow.x() > 0.0)).epsilon(0.0).margin(1e-3));
    CHECK(sum.y() == Approx(0.6 * 4.0 * length * (flow.y() > 0.0)).epsilon(1e-5).margin(1e-6));
  }
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

TEST_CASE("dynamic line: a body that swings on it moves to the order of its stepper",
          "[solver][loads][dynamic_line]") {
  using solver::StepperKind;
  const auto end = [&](StepperKind stepper, double h) {
    solver::Model model = swinging_buoy(stepper);
    model.step_ns = nanoseconds(h);
    Simulation simulation(model);
    run(simulation, 4.0);
    return Vector3(read_output(simulation, "buoy.position"));
  };
  const Vector3 exact = end(StepperKind::kRungeKutta4, 0.01);
  const auto error = [&](StepperKind stepper, double h) {
    return (end(stepper, h) - exact).norm();
  };
  // Of a swing of a metre; what is left of rk4 is the error of the sub-steps.
  CHECK(error(StepperKind::kRungeKutta4, 0.2) < 3e-6);
  CHECK(error(StepperKind::kRungeKutta4, 0.1) < 3e-6);
  const double coarse = error(StepperKind::kMidpoint, 0.2);
  CHECK(coarse < 5e-4);
  CHECK(coarse / error(StepperKind::kMidpoint, 0.1) == Approx(4.0).epsilon(0.0).margin(0.4));
  for (const StepperKind stepper : {StepperKind::kSpook, StepperKind::kMoreauJean}) {
    CHECK(error(stepper, 0.2) / error(stepper, 0.1) == Approx(4.0).epsilon(0.0).margin(0.4));
  }
}

TEST_CASE("dynamic line: without drag and damping it keeps its energy and the body's",
          "[solver][loads][dynamic_line]") {
  solver::Model model = moored(10);
  model.step_ns = nanoseconds(0.01);
  model.bodies[0].linear_velocity = {2.0, 1.0, 0.5};
  solver::DynamicLine& line = dynamic_line_of(model);
  line.drag = line.axial_drag = line.damping_ratio = line.bottom_damping = 0.0;
  Simulation simulation(model);
  const auto energy = [&] {
    return read_number(simulation, "energy.kinetic") + read_number(simulation, "energy.potential");
  };
  const double before = energy(), kinetic = read_number(simulation, "energy.kinetic");
  run(simulation, 5.0);
  CHECK(read_number(simulation, "energy.kinetic") > 1.5 * kinetic);
  CHECK(energy() == Approx(before).epsilon(0.0).margin(2e-4 * kinetic));  // of the sub-steps
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
  model = moored(20);
  dynamic_line_of(model).sub_step = 10.0;
  model.step_ns = nanoseconds(0.5);
  model.bodies[0].linear_velocity = {5.0, 0.0, 0.0};
  Simulation unstable(model);
  CHECK_THROWS_WITH(
      run(unstable, 60.0),
      Catch::StartsWith("load 'line' of body 'buoy': nodes must stay finite, a smaller sub_step "
                        "than 0.25 s may do, at t = "));
}

TEST_CASE("dynamic line: one whose step would need too many sub-steps is refused with their number",
          "[solver][loads][dynamic_line]") {
  solver::Model model = moored(20);
  solver::DynamicLine& line = dynamic_line_of(model);
  line.length = 1e-4;
  CHECK_THROWS_WITH(Simulation(model),
                    Catch::Contains("loads[0].dynamic_line.length must let all elements together "
                                    "take at most 5e+06 steps within a step of 0.05 s: "));
  line.length = 902.2;
  line.sub_step = 1e-12;
  CHECK_THROWS_WITH(Simulation(model),
                    Catch::Contains("loads[0].dynamic_line.sub_step must let all elements together "
                                    "take at most 5e+06 steps within a step of 0.05 s: ") &&
                        Catch::Contains("got 1e+12 steps, of 1e-12 s each"));
}
