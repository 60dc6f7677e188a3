/// @file The torsion of the load `line`, torque, its moments on bodies, energy, momentum, states; its
/// tension curves and its creep.
#include <cmath>

#include "solver/model/loads/elastic_line.hpp"
#include "tests/solver/lines/line_energy.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

const Vector3 kAloft(0.0, 0.0, 1000.0);                         // m
constexpr double kTwistStiffness = 1e5, kTwistedLength = 30.0;  // N m2, m

Quaternion about(const Vector3& axis, double angle) {
  return Quaternion(Eigen::AngleAxisd(angle, axis));
}

/// A line of 30 m, GJ 1e5, high above the water and without weight, along x between two bodies.
solver::Model twisted_line(double angle, double mass_per_length = 0.1) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.gravity = 1e-6;
  model.bodies = {weightless_body("one", 1000.0, {500.0, 400.0, 300.0}, {0, 0, 1000}),
                  weightless_body("two", 2000.0, {800.0, 900.0, 700.0}, {kTwistedLength, 0, 1000})};
  model.bodies[1].pose.attitude = about(Vector3::UnitX(), angle);
  solver::ElasticLine line;
  line.end_a = {"one", Vector3::Zero(), Vector3::UnitX(), {}, Vector3::UnitY()};
  line.end_b.body = "two";
  line.end_b.direction = -Vector3::UnitX();
  line.end_b.director = Vector3::UnitY();
  line.torsion = true;
  solver::LineSection section;
  section.length = kTwistedLength;
  section.elements = 12;
  section.diameter = 0.05;
  section.mass_per_length = mass_per_length;
  section.axial_stiffness = 1e6;
  section.bending_stiffness = 1e7;
  section.torsional_stiffness = kTwistStiffness;
  line.sections = {section};
  line.waves = false;
  line.above_bottom = true;
  model.loads = {{"line", line}};
  return model;
}

solver::ElasticLine& twisted(solver::Model& model) {
  return model.loads[0].kind.get<solver::ElasticLine>();
}

/// Momentum of the bodies, and their moment of momentum about a point aloft [kg m/s, kg m2/s].
Vector6 momentum(Simulation& simulation) {
  Vector6 sum = Vector6::Zero();
  for (const solver::RigidBody& body : simulation.model().bodies) {
    const Vector3 x = read_output(simulation, body.name + ".position") - VectorXd(kAloft);
    const Vector3 v = read_output(simulation, body.name + ".linear_velocity");
    const Vector3 omega = read_output(simulation, body.name + ".angular_velocity");
    const VectorXd q = read_output(simulation, body.name + ".orientation");
    const Matrix3 R = Quaternion(q[0], q[1], q[2], q[3]).toRotationMatrix();
    sum.head<3>() += body.mass * v;
    sum.tail<3>() += body.mass * x.cross(v) + R * body.inertia * R.transpose() * omega;
  }
  return sum;
}

}  // namespace

TEST_CASE("line: the torque between ends that are turned, over many turns", "[solver][line]") {
  solver::Model model = twisted_line(2.0);
  model.bodies[0].motion = solver::Motion::kStatic;
  Simulation start(model);
  CHECK(read_number(start, "line.torque") == Approx(kTwistStiffness * 2.0 / 30.0).epsilon(1e-9));

  // A flywheel turns the end on: ten turns in ten seconds.
  model.bodies[1].inertia = 1e12 * Matrix3::Identity();
  model.bodies[1].angular_velocity = {kTwoPi, 0.0, 0.0};
  Simulation turning(model);
  run(turning, 10.0);
  // The torque is a mean over a step, in which the angle changes by .06 rad of 65.
  CHECK(read_number(turning, "line.torque") ==
        Approx(kTwistStiffness * (2.0 + kTwoPi * 9.995) / 30.0).epsilon(1e-4));
}

TEST_CASE("line: bodies on a line swing about it with its torsional stiffness", "[solver][line]") {
  solver::Model model = twisted_line(0.4);
  Simulation simulation(model);
  const double K = kTwistStiffness / kTwistedLength;
  const double omega = std::sqrt(K * (1.0 / 500.0 + 1.0 / 800.0));
  const int halves = 3;
  run(simulation, std::round(100.0 * halves * kPi / omega) / 100.0);
  // After three halves of a period the torque is the opposite one. k = .1 damps it at the rate
  // k omega^2 h/2, by 1.6 %.
  const double kept = std::exp(-0.05 * omega * 0.01 * halves * kPi);
  CHECK(read_number(simulation, "line.torque") == Approx(-0.4 * K * kept).epsilon(2e-3));
  CHECK(momentum(simulation).norm() < 1e-6 * 0.4 * K / omega);
}

TEST_CASE("line: torsion gives bodies no momentum and no energy", "[solver][line]") {
  // Clamps that point out of the line bend it in two planes, so that it writhes.
  solver::Model model = twisted_line(2.5, 1e-3);
  twisted(model).end_a.direction = Vector3(1.0, 0.5, 0.2);
  twisted(model).end_b.direction = Vector3(-1.0, 0.4, -0.6);
  twisted(model).sections[0].bending_stiffness = 2e4;
  Simulation simulation(model);
  const double energy = read_number(simulation, "energy.potential");
  double largest = 0.0, growth = 0.0;
  for (int i = 0; i < 30; ++i) {
    growth = std::max(growth, energy_growth(simulation, 10));
    const Vector3 omega = read_output(simulation, "one.angular_velocity");
    largest = std::max(largest, 400.0 * omega.norm());
  }
  CHECK(largest > 500.0);
  // The line has 3e-5 of the mass of the bodies. Forces act where the bodies are in the middle of a
  // step, and torques about their clamps there: both errors fall with its length.
  CHECK(momentum(simulation).head<3>().norm() < 1e-3 * largest);
  CHECK(momentum(simulation).tail<3>().norm() < 1e-3 * largest * 30.0);
  CHECK(growth < 1e-4 * energy);
  CHECK(total_energy(simulation) < energy);
  CHECK(total_energy(simulation) > 0.9 * energy);
}

TEST_CASE("line: what bodies gain by torsion falls with the square of the step", "[solver][line]") {
  // It is of the third order of the angle by which they turn in a step: 2.6e-4 and 6.4e-5 of the energy.
  const auto growth = [](double step) {
    solver::Model model = twisted_line(2.5, 1e-3);
    model.step_ns = nanoseconds(step);
    twisted(model).end_a.direction = Vector3(1.0, 0.5, 0.2);
    twisted(model).end_b.direction = Vector3(-1.0, 0.4, -0.6);
    twisted(model).sections[0].bending_stiffness = 2e4;
    Simulation simulation(model);
    const double energy = read_number(simulation, "energy.potential");
    return energy_growth(simulation, static_cast<int>(std::lround(3.0 / step))) / energy;
  };
  const double coarse = growth(0.02);
  CHECK(coarse < 3e-4);
  CHECK(coarse / growth(0.01) == Approx(4.0).epsilon(0.1));
}

TEST_CASE("line: without twist it is the line without torsion", "[solver][line]") {
  solver::Model model = twisted_line(0.0);
  twisted(model).end_a.direction = Vector3(1.0, 0.0, 0.4);
  twisted(model).sections[0].bending_stiffness = 2e4;
  Simulation with(model);
  twisted(model).torsion = false;
  twisted(model).end_a.director.reset();
  twisted(model).end_b.director.reset();
  Simulation without(model);
  const VectorXd start = read_output(without, "line.shape");
  CHECK((read_output(with, "line.shape") - start).norm() < 1e-9);
  run(with, 0.5);
  run(without, 0.5);
  // With torsion a step ends linearized once more, where the bodies are.
  const VectorXd end = read_output(without, "line.shape");
  CHECK((read_output(with, "line.shape") - end).norm() < 1e-3 * (end - start).norm());
  CHECK(std::abs(read_number(with, "line.torque")) < 1e-6);
}

TEST_CASE("line: torsion goes on from a state bit for bit", "[solver][line]") {
  const solver::Model model = twisted_line(9.0);  // by which the directors are not told from 2.7
  Simulation first(model);
  run(first, 0.3);
  Simulation second(model);
  second.restore(first.state());
  run(first, 0.3);
  run(second, 0.3);
  for (const char* output : {"line.torque", "line.shape", "two.position", "two.angular_velocity"}) {
    CHECK(read_output(first, output) == read_output(second, output));
  }
}

TEST_CASE("line: a line that has broken has no torque", "[solver][line]") {
  solver::Model model = twisted_line(0.4);
  twisted(model).breaks = {{10.0, 0.2, {}}};
  Simulation simulation(model);
  run(simulation, 0.1);
  Simulation later(model);
  later.restore(simulation.state());
  run(later, 0.2);
  CHECK(read_number(later, "line.broken") == Approx(10.0));
  CHECK(read_number(later, "line.torque") == 0.0);
  const Vector3 omega = read_output(later, "two.angular_velocity");
  // The torque has turned it for .2 s.
  CHECK(omega.x() == Approx(-0.2 * 0.4 * kTwistStiffness / kTwistedLength / 800.0).epsilon(0.1));
  run(later, 1.0);
  CHECK(read_output(later, "two.angular_velocity").x() == Approx(omega.x()).epsilon(1e-3));
}

TEST_CASE("line: torsion that it cannot have is refused", "[solver][line]") {
  const auto refusal = [](const auto& change) {
    solver::Model model = twisted_line(0.0);
    change(twisted(model));
    std::string found;
    for (const solver::Violation& violation : solver::check(model)) {
      found += violation.path + " " + violation.rule + "; ";
    }
    return found;
  };
  using Line = solver::ElasticLine;
  CHECK(refusal([](Line&) {}).empty());
  CHECK(refusal([](Line& line) { line.end_b.direction.reset(); }) ==
        "loads[0].line.end_b.direction must be given for a line with torsion, which is clamped at "
        "both ends; ");
  CHECK(refusal([](Line& line) { line.sections[0].torsional_stiffness = 0.0; }) ==
        "loads[0].line.sections[0].torsional_stiffness must be positive in a line with torsion; ");
  CHECK(refusal([](Line& line) { line.end_a.director.reset(); }) ==
        "loads[0].line.end_a.director must be given where the direction of the clamp is along the "
        "x axis of the body; ");
  CHECK(refusal([](Line& line) { line.end_a.director = Vector3::UnitX(); }) ==
        "loads[0].line.end_a.director must not be along the direction of the clamp; ");
  CHECK(refusal([](Line& line) { line.torsion = false; }) ==
        "loads[0].line.end_a.director is that of a line with torsion; "
        "loads[0].line.end_b.director is that of a line with torsion; ");
}

namespace {

/// A weight of 1 t above the water on a rope of 50 m whose own weight is a thousandth of it.
solver::Model weight_on_rope(const solver::LineSection& of) {
  solver::Model model;
  model.step_ns = nanoseconds(0.02);
  solver::RigidBody top = weightless_body("top", 1.0, {1.0, 1.0, 1.0}, {0, 0, 200});
  top.motion = solver::Motion::kStatic;
  solver::RigidBody weight = weightless_body("weight", 1e3, {1e3, 1e3, 1e3}, {0, 0, 145});
  weight.gravity = true;
  model.bodies = {weight, top};
  solver::ElasticLine rope;
  rope.end_a.body = "weight";
  rope.end_b.body = "top";
  rope.sections = {of};
  rope.above_bottom = true;
  model.loads = {{"rope", rope}};
  return model;
}

solver::LineSection soft_section() {
  solver::LineSection section;
  section.length = 50.0;
  section.elements = 5;
  section.diameter = 0.02;
  section.mass_per_length = 0.02;
  section.axial_stiffness = 2e5;
  return section;
}

std::string refusal_of_rope(const solver::Model& model) {
  std::string found;
  for (const solver::Violation& violation : solver::check(model)) {
    found += violation.path + " " + violation.rule + "; ";
  }
  return found;
}

}  // namespace

TEST_CASE("line stretch: it starts on its curve, and waves of the rope run with its slope",
          "[solver][line]") {
  solver::LineSection of = soft_section();
  of.tension_curve = {{0.05, 0.2}, {2e3, 2e4}};
  Simulation simulation(weight_on_rope(of));
  // 55 m between its ends: a strain of .1, 2e3 N + 1.2e5 N .05.
  CHECK(read_number(simulation, "rope.tension") == Approx(8e3).epsilon(1e-3));
  // Slowly, it swings about where f = m g: with 1.2e5 N/50 m on 1 t.
  solver::Model at_rest = weight_on_rope(of);
  at_rest.bodies[0].pose.position.z() = 200.0 - 50.0 * (1.05 + (9810.0 - 2e3) / 1.2e5) - 0.3;
  Simulation swings(at_rest);
  const double middle = at_rest.bodies[0].pose.position.z() + 0.3;
  double first = 0.0, last = 0.0, before = -1.0;
  int crossings = 0;
  for (int i = 1; i <= 2000; ++i) {
    swings.step();
    const double now = read_output(swings, "weight.position").z() - middle;
    if (before < 0.0 && now >= 0.0) {
      last = 0.02 * (i - now / (now - before));
      if (crossings++ == 0) first = last;
    }
    before = now;
  }
  CHECK(crossings > 5);
  CHECK((last - first) / (crossings - 1) ==
        Approx(kTwoPi / std::sqrt(1.2e5 / 50.0 / 1000.3)).epsilon(2e-3));
}

TEST_CASE("line stretch: with creep no energy comes from a rope, and it ends at rest",
          "[solver][line]") {
  solver::LineSection of = soft_section();
  of.dynamic_stiffness = 8e5;
  of.relaxation_time = 3.0;
  solver::Model model = weight_on_rope(of);
  model.bodies[0].pose.position.z() = 150.0;
  Simulation simulation(model);
  CHECK(energy_growth(simulation, 3000) <= 1e-9 * 2e6);
  // EA e = m g for what has crept, and with half of the weight of the rope.
  CHECK(200.0 - read_output(simulation, "weight.position").z() ==
        Approx(50.0 * (1.0 + 9810.0 / 2e5)).epsilon(1e-3));
}

TEST_CASE("line stretch: creep goes on from a state bit for bit, whole and broken",
          "[solver][line]") {
  solver::LineSection of = soft_section();
  of.dynamic_stiffness = 8e5;
  of.relaxation_time = 3.0;
  of.tension_curve = {{0.05, 0.2}, {2e3, 2e4}};
  solver::Model model = weight_on_rope(of);
  model.loads[0].kind.get<solver::ElasticLine>().breaks = {{20.0, 1.5, {}}};
  Simulation first(model);
  std::vector<solver::State> states;
  for (int i = 0; i < 4; ++i) {
    run(first, 0.7);
    states.push_back(solver::deserialize(serialize(first.state())));
  }
  CHECK(read_number(first, "rope.broken") > 0.0);
  for (const solver::State& state : states) {
    Simulation again(model);
    again.restore(state);
    while (again.time_ns() < first.time_ns()) again.step();
    CHECK(identical(again.state(), first.state()));
  }
}

TEST_CASE("line stretch: what a section cannot be is refused", "[solver][line]") {
  const auto refused = [](auto change) {
    solver::LineSection of = soft_section();
    solver::Model model = weight_on_rope(of);
    change(model.loads[0].kind.get<solver::ElasticLine>());
    return refusal_of_rope(model);
  };
  CHECK(refused([](solver::ElasticLine& line) {
          line.sections[0].tension_curve = {{0.1, 0.1}, {1e4, 2e4}};
        }) ==
        "loads[0].line.sections[0].tension_curve.strain[1] must be above the one before, so that "
        "the curve rises; ");
  CHECK(refused([](solver::ElasticLine& line) {
          line.sections[0].tension_curve = {{0.1}, {1e4, 2e4}};
        }) ==
        "loads[0].line.sections[0].tension_curve.tension must have 1 values, one for each "
        "strain; ");
  CHECK(refused([](solver::ElasticLine& line) {
          line.sections[0].tension_curve = {{0.1}, {1e4}};
          line.winch.emplace();
        }) ==
        "loads[0].line.sections[0].tension_curve must not be given where a line slides through "
        "eyes or onto a drum; ");
  CHECK(refused([](solver::ElasticLine& line) { line.sections[0].dynamic_stiffness = 8e5; }) ==
        "loads[0].line.sections[0] must have both dynamic_stiffness and relaxation_time, or "
        "neither; ");
  CHECK(refused([](solver::ElasticLine& line) {
          line.sections[0].dynamic_stiffness = 1e5;
          line.sections[0].relaxation_time = 1.0;
        }) ==
        "loads[0].line.sections[0].dynamic_stiffness must be above axial_stiffness, 200000 N; ");
}
