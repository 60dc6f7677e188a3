/// @file The torsion of the load `line`: torque, its moments on bodies, energy, momentum, states.
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
