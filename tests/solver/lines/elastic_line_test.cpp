/// @file The load `line`: statics, one solution with bodies, energy, clamps, steppers.
#include "solver/model/loads/elastic_line.hpp"

#include <cmath>

#include "solver/model/loads/catenary_line.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "tests/solver/lines/line_energy.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;
using solver::StepperKind;

namespace {

solver::LineSection chain_section(double length, int elements) {
  solver::LineSection section;
  section.length = length;
  section.elements = elements;
  section.diameter = 0.09;
  section.mass_per_length = 77.7;
  section.axial_stiffness = 384.243e6;
  return section;
}

/// A buoy held by a chain of 902.2 m on the bottom, 250 m below.
solver::Model moored_buoy(int elements) {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.water_depth = 250.0;
  model.bodies = {weightless_body("buoy", 3e6, {1e8, 1e8, 1e8}, {0, 0, 0})};
  solver::ElasticLine line;
  line.end_a.body = "buoy";
  line.end_b.anchor = Vector3(848.67, 0.0, -250.0);
  line.sections = {chain_section(902.2, elements)};
  model.loads = {{"line", line}};
  return model;
}

/// A body on a wire of the given mass that hangs from a fixed one, high above the water.
solver::Model hanging(double body_mass, double wire_mass, double EA, double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  solver::RigidBody top = weightless_body("top", 1.0, {1.0, 1.0, 1.0}, {0, 0, 1000});
  top.motion = solver::Motion::kStatic;
  const double r = std::cbrt(body_mass) * 0.1;
  solver::RigidBody weight = weightless_body(
      "weight", body_mass, Vector3::Constant(0.4 * body_mass * r * r), {100, 0, 1000});
  weight.gravity = true;
  model.bodies = {weight, top};
  solver::ElasticLine wire;
  wire.end_a.body = "weight";
  wire.end_b.body = "top";
  solver::LineSection section;
  section.length = 100.0;
  section.diameter = 0.05;
  section.mass_per_length = wire_mass / section.length;
  section.axial_stiffness = EA;
  section.drag = section.axial_drag = section.added_mass = 0.0;
  wire.sections = {section};
  wire.waves = false;
  wire.above_bottom = true;
  model.loads = {{"wire", wire}};
  return model;
}

}  // namespace

TEST_CASE("line: begins as the catenary of its data", "[solver][line]") {
  solver::Model model = moored_buoy(100);
  solver::CatenaryLine same;
  same.body = "buoy";
  same.anchor = {848.67, 0.0, -250.0};
  same.length = 902.2;
  same.diameter = 0.09;
  same.mass_per_length = 77.7;
  same.axial_stiffness = 384.243e6;
  model.loads.push_back({"catenary", same});
  Simulation simulation(model);
  CHECK(read_number(simulation, "line.tension") ==
        Approx(read_number(simulation, "catenary.tension")).epsilon(2e-3));
  CHECK(read_number(simulation, "line.top_angle") ==
        Approx(read_number(simulation, "catenary.top_angle")).epsilon(5e-3));
  CHECK(read_number(simulation, "line.length_on_bottom") ==
        Approx(read_number(simulation, "catenary.length_on_bottom"))
            .margin(2.0 * 902.2 / 100)
            .epsilon(0.0));
  CHECK(read_output(simulation, "line.touchdown").z() == Approx(-250.0).margin(0.08).epsilon(0.0));
}

TEST_CASE("line: nearly without weight and very stiff, it starts with the tension of its weight",
          "[solver][line]") {
  // Level ends 398 m apart, of 400 m: H from 2 H/w asinh(w L/(2 H)) = 398, T = sqrt(H^2 + (w L/2)^2).
  solver::Model model = moored_buoy(20);
  const double w = GENERATE(100.0, 0.1, 1e-4);
  model.bodies[0].motion = solver::Motion::kStatic;
  model.bodies[0].pose.position.z() = -100.0;
  auto& line = model.loads[0].kind.get<solver::ElasticLine>();
  line.end_b.anchor = Vector3(398.0, 0.0, -100.0);
  line.above_bottom = true;
  solver::LineSection& section = line.sections[0];
  section.length = 400.0;
  section.axial_stiffness = 1e10;
  section.mass_per_length = 0.25 * kPi * 0.09 * 0.09 * model.water_density + w / model.gravity;
  Simulation simulation(model);
  const double H = 1146.9139697 * w;
  CHECK(read_number(simulation, "line.tension") == Approx(std::hypot(H, 200.0 * w)).epsilon(3e-3));
  CHECK(read_output(simulation, "line.tensions")[10] == Approx(H).epsilon(3e-3));
}

TEST_CASE("line: rests where it begins", "[solver][line]") {
  solver::Model model = moored_buoy(20);
  model.bodies[0].motion = solver::Motion::kStatic;
  model.loads.front().kind.get<solver::ElasticLine>().bottom.friction = 0.5;
  Simulation simulation(model);
  const VectorXd before = read_output(simulation, "line.shape");
  const double tension = read_number(simulation, "line.tension");
  run(simulation, 20.0);
  CHECK((read_output(simulation, "line.shape") - before).cwiseAbs().maxCoeff() < 1e-5);
  CHECK(read_number(simulation, "line.tension") == Approx(tension).epsilon(1e-7));
}

TEST_CASE("line: hangs straight in a current", "[solver][line]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.current = hydro::Current({}, {Vector2(1.2, 0.0)});
  model.bodies = {weightless_body("ship", 3e6, {1e8, 1e8, 1e8}, {0, 0, 0})};
  model.bodies[0].motion = solver::Motion::kStatic;
  solver::ElasticLine line;
  line.end_a.body = "ship";
  line.end_a.point = {0.0, 0.0, -1.0};
  line.end_b.free = true;
  line.sections = {chain_section(200.0, 40)};
  line.sections[0].mass_per_length = 20.0;
  line.sections[0].axial_drag = 0.0;
  model.loads = {{"line", line}};
  Simulation simulation(model);
  // Weight and drag across the line balance in every meter: w cos(a) = rho/2 C_d D U^2 sin^2(a).
  const double rho = model.water_density, d = 0.09;
  const double w = (20.0 - 0.25 * kPi * d * d * rho) * model.gravity;
  const double drag = 0.5 * rho * 1.2 * d * 1.2 * 1.2;
  const double cosine = (-w + std::hypot(w, 2.0 * drag)) / (2.0 * drag);
  const VectorXd shape = read_output(simulation, "line.shape");
  const Vector3 chord = shape.tail<3>() - shape.head<3>();
  CHECK(chord.x() / chord.norm() == Approx(cosine).epsilon(1e-3));
  run(simulation, 10.0);
  const VectorXd later = read_output(simulation, "line.shape");
  CHECK((later - shape).cwiseAbs().maxCoeff() < 1e-3);
}

TEST_CASE("line: a body on a wire swings to the same place with every step, whatever their masses",
          "[solver][line]") {
  const auto [ratio, EA] = GENERATE(
      table<double, double>({{1e-3, 1e7}, {0.1, 1e7}, {1.0, 1e8}, {10.0, 1e9}, {1000.0, 1e11}}));
  const auto swing = [&, ratio = ratio, EA = EA](double step) {
    solver::Model model = hanging(1000.0 * ratio, 1000.0, EA, step);
    model.bodies[0].pose.position = {0.0, 0.0, 900.0};
    model.bodies[0].linear_velocity = {3.0, 0.5, 0.0};
    Simulation simulation(model);
    run(simulation, 9.0);
    return Vector3(read_output(simulation, "weight.position"));
  };
  const Vector3 reference = swing(0.0025);
  const double coarse = (swing(0.04) - reference).norm(), fine = (swing(0.01) - reference).norm();
  INFO("ratio " << ratio << ": " << coarse << " " << fine);
  CHECK(coarse < 0.05);
  CHECK(fine < 0.01);
}

TEST_CASE("line: energy of wire and body never grows", "[solver][line][energy]") {
  const double step = GENERATE(0.01, 0.05, 0.1), EA = GENERATE(1e6, 1e9);
  const double ratio = GENERATE(0.01, 1.0, 100.0);
  Simulation simulation(hanging(1000.0 * ratio, 1000.0, EA, step));
  const double scale = 1000.0 * (ratio + 0.5) * 9.81 * 100.0;
  const double most = energy_growth(simulation, static_cast<int>(20.0 / step));
  INFO("step " << step << " EA " << EA << " ratio " << ratio << " grows by " << most / scale);
  CHECK(most <= 1e-9 * scale);
}

TEST_CASE("line: bends as a beam that is clamped at a body", "[solver][line]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.bodies = {weightless_body("tower", 1.0, {1.0, 1.0, 1.0}, {0, 0, 100})};
  model.bodies[0].motion = solver::Motion::kStatic;
  solver::ElasticLine beam;
  beam.end_a.body = "tower";
  beam.end_a.direction = Vector3::UnitX();
  beam.end_b.free = true;
  solver::LineSection section;
  section.length = 10.0;
  section.elements = 40;
  section.diameter = 0.01;
  section.mass_per_length = 1.0;
  section.axial_stiffness = 1e8;
  section.bending_stiffness = 1e5;
  beam.sections = {section};
  beam.above_bottom = true;
  model.loads = {{"beam", beam}};
  Simulation simulation(model);
  const double w = model.gravity;  // N/m in air
  const VectorXd shape = read_output(simulation, "beam.shape");
  // Deflection w L^4/(8 EI), curvature w L^2/(2 EI) at the clamp.
  CHECK(100.0 - shape.tail<1>()[0] == Approx(w * 1e4 / (8.0 * 1e5)).epsilon(5e-3));
  CHECK(read_output(simulation, "beam.curvatures")[0] ==
        Approx(w * 100.0 / (2.0 * 1e5)).epsilon(0.03));
  CHECK(read_number(simulation, "beam.tension") == Approx(w * 10.0).epsilon(1e-6));
}

TEST_CASE("line: says where its elements are too long for a clamp", "[solver][line]") {
  solver::Model model = moored_buoy(20);
  auto& line = model.loads[0].kind.get<solver::ElasticLine>();
  line.sections[0].bending_stiffness = 1e5;
  const auto found = [](const solver::Model& of) {
    Simulation simulation(of);
    std::size_t count = 0;
    for (const Finding& finding : simulation.load_findings()) {
      if (finding.name == "line_elements_long") ++count;
    }
    return count;
  };
  CHECK(found(model) == 0);
  line.end_a.direction = Vector3(1.0, 0.0, -1.0);
  CHECK(found(model) == 1);
}

TEST_CASE("line: continues bit for bit from a stored state", "[solver][line]") {
  solver::Model model = moored_buoy(20);
  model.loads.front().kind.get<solver::ElasticLine>().bottom.friction = 0.5;
  model.bodies[0].linear_velocity = {1.0, 0.5, 0.8};
  model.loads.push_back({"held", solver::LinearMooring{}});
  auto& held = model.loads[1].kind.get<solver::LinearMooring>();
  held.body = "buoy";
  held.stiffness.diagonal().setConstant(4e5);
  Simulation first(model);
  run(first, 1.0);
  Simulation second(model);
  second.restore(first.state());
  run(first, 2.0);
  run(second, 2.0);
  CHECK(read_output(first, "line.shape") == read_output(second, "line.shape"));
  CHECK(read_output(first, "buoy.position") == read_output(second, "buoy.position"));
}

TEST_CASE("line: only steppers that solve for it take it", "[solver][line]") {
  solver::Model model = moored_buoy(5);
  for (const StepperKind stepper :
       {StepperKind::kRungeKutta4, StepperKind::kSpook, StepperKind::kByReach}) {
    model.stepper = stepper;
    CHECK_THROWS_WITH(Simulation(model), Catch::Contains("must be midpoint or moreau_jean"));
  }
}

TEST_CASE("line: waves push it as they push a cylinder", "[solver][line]") {
  const double omega = 0.5, amplitude = 2.0, d = 0.4, length = 20.0;
  solver::Model model;
  model.step_ns = nanoseconds(0.02);
  model.sea = hydro::Sea({{omega, amplitude, 0.0, 0.0}},
                         {model.water_depth, model.gravity, model.current}, 0.0);
  model.bodies = {weightless_body("upper", 1.0, {1.0, 1.0, 1.0}, {0, 0, -20.0}),
                  weightless_body("lower", 1.0, {1.0, 1.0, 1.0}, {0, 0, -20.0 - length})};
  for (solver::RigidBody& body : model.bodies) body.motion = solver::Motion::kStatic;
  solver::ElasticLine line;
  line.end_a.body = "upper";
  line.end_b.body = "lower";
  solver::LineSection section = chain_section(length / 1.01, 40);  // drawn by 1 %
  section.diameter = d;
  section.mass_per_length = 0.25 * kPi * d * d * model.water_density;
  section.axial_stiffness = 1e8;
  section.drag = section.axial_drag = 0.0;
  line.sections = {section};
  model.loads = {{"line", line}};
  Simulation simulation(model);
  // Reaction at the upper end of a taut string under q = 2 rho A u', less its own small inertia.
  const double k = omega * omega / model.gravity;
  const double q = 2.0 * section.mass_per_length * omega * omega * amplitude;
  double reaction = 0.0;
  for (double s = 0.005; s < length; s += 0.01) {
    reaction += 0.01 * q * std::exp(-k * (20.0 + s)) * (1.0 - s / length);
  }
  double most = 0.0;
  for (int i = 0; i < 1300; ++i) {
    simulation.step();
    most = std::max(most, std::abs(read_output(simulation, "line.force").x()));
  }
  CHECK(most == Approx(reaction).epsilon(0.04));
}

TEST_CASE("line: under moreau_jean no energy comes from a wire", "[solver][line]") {
  solver::Model model = hanging(500.0, 200.0, 1e8, 0.02);
  model.bodies[0].pose.position = {0.0, 0.0, 900.0};
  model.bodies[0].linear_velocity = {2.0, 0.0, 0.0};
  model.stepper = StepperKind::kMoreauJean;
  Simulation simulation(model);
  const double most = energy_growth(simulation, 500);
  CHECK(most <= 1e-5 * 600.0 * 9.81 * 100.0);
  // A pendulum: as it swings through, the wire carries weight and centrifugal force.
  CHECK(read_number(simulation, "wire.anchor_tension") == Approx(700.0 * 9.81).epsilon(0.1));
}

TEST_CASE("line: holds a ball over the ground, or lets it lie there", "[solver][line][contacts]") {
  const double length = GENERATE(1.8, 2.5);
  solver::Model model = stone_model(0.0, 0.0, 0.01);
  model.stepper.reset();
  model.contact_readers.clear();
  add_ground(model, solver::Plane{});
  add_solid(model, "ball", solver::Sphere{0.1}, 1000.0, {{0.0, 0.0, 0.4}, Quaternion::Identity()});
  const double weight = model.bodies[0].mass * model.gravity;
  model.bodies.push_back(weightless_body("top", 1.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 2.2}));
  model.bodies[1].motion = solver::Motion::kStatic;
  solver::ElasticLine wire;
  wire.end_a.body = "ball";
  wire.end_b.body = "top";
  solver::LineSection section;
  section.length = length;
  section.elements = 10;
  section.diameter = 0.005;
  section.mass_per_length = 0.1;
  section.axial_stiffness = 1e8;
  wire.sections = {section};
  wire.above_bottom = true;
  model.loads = {{"wire", wire}};
  Simulation simulation(model);
  CHECK(simulation.islands()[0].stepper == StepperKind::kMoreauJean);
  run(simulation, 10.0);
  const bool hangs = length < 2.0;
  CHECK(read_output(simulation, "ball.position").z() ==
        Approx(hangs ? 2.2 - length : 0.1).margin(2e-3).epsilon(0.0));
  const double carried = (hangs ? weight : 0.0) + 0.1 * length * model.gravity;
  CHECK(read_number(simulation, "wire.anchor_tension") ==
        Approx(carried).epsilon(hangs ? 1e-3 : 0.6));
}

TEST_CASE("line: what it cannot be is refused by name", "[solver][line]") {
  const auto refusal = [](const auto& change) {
    solver::Model model = moored_buoy(5);
    change(model.loads[0].kind.get<solver::ElasticLine>());
    std::string found;
    for (const solver::Violation& violation : solver::check(model)) {
      found += violation.path + " " + violation.rule + "; ";
    }
    return found;
  };
  using Line = solver::ElasticLine;
  CHECK(refusal([](Line&) {}).empty());
  CHECK(refusal([](Line& line) { line.sections.clear(); }) ==
        "loads[0].line.sections must not be empty; ");
  CHECK(refusal([](Line& line) { line.sections[0].elements = 0; }) ==
        "loads[0].line.sections[0].elements must lie within 1 to 1000; ");
  CHECK(refusal([](Line& line) { line.sections[0].axial_stiffness = 0.0; }) ==
        "loads[0].line.sections[0].axial_stiffness must be positive and finite; ");
  CHECK(refusal([](Line& line) { line.sections[0].axial_stiffness = 1e15; }) ==
        "loads[0].line.sections[0].axial_stiffness must be at most 1e+09 N for each of the "
        "7.01e+04 kg of the line; ");
  CHECK(refusal([](Line& line) { line.end_b.anchor.reset(); }) ==
        "loads[0].line.end_b must have one of body, anchor and free; ");
  CHECK(refusal([](Line& line) { line.end_b.free = true; }) ==
        "loads[0].line.end_b must have one of body, anchor and free; ");
  CHECK(refusal([](Line& line) { line.end_a.direction = Vector3::UnitX(); }) ==
        "loads[0].line.end_a.direction clamps a line, whose section there must have a "
        "bending_stiffness; ");
  CHECK(refusal([](Line& line) { line.end_a.turning_stiffness = 1e6; }) ==
        "loads[0].line.end_a.turning_stiffness is that of a clamp, which must have a direction; ");
  CHECK(refusal([](Line& line) {
          line.breaks = {{1000.0, 5.0, {}}};
        }) == "loads[0].line.breaks[0].arc must be less than the length of the line, 902.2 m; ");
  CHECK(refusal([](Line& line) {
          line.breaks = {{100.0, 5.0, 1e6}};
        }) == "loads[0].line.breaks[0] must not have both time and tension; ");
  CHECK(refusal([](Line& line) {
          line.breaks = {{100.0, 5.0, {}}};
          line.sections.back().clump_mass = 1.0;
        }) == "loads[0].line.breaks must not be given for a line with a clump at end b; ");
  CHECK(refusal([](Line& line) {
          line.breaks = {{100.0, 5.0, {}}};
          line.end_b = {};
          line.end_b.free = true;
        }) == "loads[0].line.breaks must not be given for a line whose end b is free; ");
  CHECK(refusal([](Line& line) { line.bottom.normal = Vector3::UnitX(); }) ==
        "loads[0].line.bottom.normal must point upwards; ");
  CHECK(refusal([](Line& line) { line.bottom.height = -100.0; }) ==
        "loads[0].line.end_b.anchor must not lie below the bottom of the line; ");
  CHECK(refusal([](Line& line) {
          line.end_b.anchor->z() = -300.0;
        }).find("loads[0].line.end_b.anchor must not lie below the bottom") == 0);
}
