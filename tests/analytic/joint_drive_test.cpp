#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointType;
using solver::Simulation;

namespace {

/// Two bodies of 2 and 6 kg 1 m apart along x, at rest.
solver::Model pair_model(double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.bodies = {weightless_body("a", 2.0, {1.0, 2.0, 3.0}, {1.0, 0.0, 0.0}),
                  weightless_body("b", 6.0, {4.0, 5.0, 6.0}, {0.0, 0.0, 0.0})};
  return model;
}

Joint joint_between(JointType type, const std::string& body1, const std::string& body2,
                    const Vector3& position, const Vector3& axis) {
  Joint joint;
  joint.name = body1 + "_joint";
  joint.type = type;
  joint.body1 = body1;
  joint.body2 = body2;
  joint.position = position;
  joint.axis = axis;
  return joint;
}

}  // namespace

TEST_CASE("joint spring: two bodies on a slide swing at the frequency of their reduced mass",
          "[solver][joints][drives]") {
  solver::Model model = pair_model(0.01);
  Joint slide = joint_between(JointType::kPrismatic, "a", "b", Vector3::Zero(), Vector3::UnitX());
  slide.drives = {{0, solver::SpringDamper{30.0, 0.6, 0.2}}};
  model.joints = {slide};
  Simulation simulation(model);
  run(simulation, 3.0);
  // m x" = -30 (x - .2) - .6 x', m = 2 * 6 / 8 = 1.5 kg, from rest at x = 0.
  const double decay = 0.6 / (2.0 * 1.5);
  const double omega = std::sqrt(30.0 / 1.5 - decay * decay);
  const double x = 0.2 - 0.2 * std::exp(-3.0 * decay) *
                             (std::cos(3.0 * omega) + decay / omega * std::sin(3.0 * omega));
  CHECK(read_output(simulation, "a_joint.position")[0] == Approx(x).epsilon(0.0).margin(1e-7));
  // The centre of mass stays: a moves by 6/8 of it.
  CHECK(read_output(simulation, "a.position")[0] ==
        Approx(1.0 + 0.75 * x).epsilon(0.0).margin(1e-7));
  CHECK(read_output(simulation, "b.position")[0] == Approx(-0.25 * x).epsilon(0.0).margin(1e-7));
  const VectorXd force = read_output(simulation, "a_joint.force");
  const VectorXd acceleration = read_output(simulation, "a.linear_acceleration");
  CHECK(force[0] == Approx(2.0 * acceleration[0]));
  CHECK(force.tail(5).norm() < 1e-12);
}

TEST_CASE("joint motor: without a limit it turns at its speed from the first step on",
          "[solver][joints][drives]") {
  solver::Model model = pair_model(0.01);
  Joint hinge = joint_between(JointType::kHinge, "a", "b", {1.0, 0.0, 0.0}, Vector3::UnitZ());
  hinge.drives = {{0, solver::Motor{2.0}}};
  model.joints = {hinge};
  Simulation simulation(model);
  run(simulation, 1.0);
  CHECK(read_output(simulation, "a_joint.speed")[0] == Approx(2.0).epsilon(1e-12));
  // At rest together, so the spin of both about z adds up to none about the common centre of mass;
  // with the hinge in the centre of a, b and a's mass turn as one: 6 + (1.5 kg)(1 m)^2 against 3.
  const double spin_a = read_output(simulation, "a.angular_velocity")[2];
  const double spin_b = read_output(simulation, "b.angular_velocity")[2];
  CHECK(3.0 * spin_a + 7.5 * spin_b == Approx(0.0).margin(1e-9));
}

TEST_CASE("joint lock drive: goes where the client commands and carries the weight there",
          "[solver][joints][drives]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("lift", 5.0, Vector3::Ones(), Vector3::Zero())};
  model.bodies[0].gravity = true;
  Joint slide = joint_between(JointType::kPrismatic, "lift", "", Vector3::Zero(), Vector3::UnitZ());
  slide.drives = {{0, solver::LockDrive{}}};
  model.joints = {slide};
  model.inputs = {{"height", solver::JointCommand{"lift_joint", 0}}};
  Simulation simulation(model);
  CHECK(read_output(simulation, "lift_joint.force")[2] == Approx(5.0 * model.gravity));
  for (int i = 1; i <= 100; ++i) {
    const double height = 0.001 * i;
    simulation.write_input(0, simulation.time_ns(), {&height, 1});
    simulation.step();
    CHECK(read_output(simulation, "lift_joint.position")[0] == Approx(height).epsilon(1e-9));
  }
}

TEST_CASE("joint switched off in mid-run: the pendulum falls freely from there on",
          "[solver][joints]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("bob", 1.0, Vector3::Ones(), {1.0, 0.0, 0.0})};
  model.bodies[0].gravity = true;
  model.joints = {joint_between(JointType::kBall, "bob", "", Vector3::Zero(), Vector3::UnitZ())};
  model.inputs = {{"held", solver::JointEnabled{"bob_joint"}}};
  Simulation simulation(model);
  run(simulation, 0.5);
  const VectorXd position = read_output(simulation, "bob.position");
  const VectorXd velocity = read_output(simulation, "bob.linear_velocity");
  CHECK(position.norm() == Approx(1.0).epsilon(1e-12));
  const double off = 0.0;
  simulation.write_input(0, simulation.time_ns(), {&off, 1});
  CHECK(read_output(simulation, "bob_joint.force").norm() == 0.0);
  run(simulation, 0.4);
  const Vector3 fall(0.0, 0.0, -0.5 * model.gravity * 0.4 * 0.4);
  CHECK((read_output(simulation, "bob.position") - position - 0.4 * velocity - fall).norm() <
        1e-12);
}

TEST_CASE("compliant joint: yields by its compliance times the force, as a spring swings",
          "[solver][joints]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.005);
  model.bodies = {weightless_body("weight", 4.0, Vector3::Ones(), Vector3::Zero())};
  model.bodies[0].gravity = true;
  Joint joint = joint_between(JointType::kBall, "weight", "", Vector3::Zero(), Vector3::UnitZ());
  joint.compliance = 1e-3;  // 1000 N/m
  joint.damping_time = 0.0;
  model.joints = {joint};
  Simulation simulation(model);
  run(simulation, 2.0);
  const double sag = 4.0 * model.gravity * 1e-3;
  const double omega = std::sqrt(1000.0 / 4.0);
  CHECK(read_output(simulation, "weight.position")[2] ==
        Approx(-sag * (1.0 - std::cos(2.0 * omega))).epsilon(0.0).margin(1e-6));
}

TEST_CASE("universal joint: the angle of a bent shaft runs ahead and behind, a closed loop",
          "[solver][joints]") {
  // Two shafts that meet at the origin under beta, each on a hinge to the world, joined by a
  // universal joint: 14 rows hold 12 dofs but one. tan phi_2 = tan phi_1 cos beta
  // from where the arm on the input points out of the plane of the shafts.
  const double beta = 0.5;
  const Vector3 axis1 = Vector3::UnitX();
  const Vector3 axis2(std::cos(beta), std::sin(beta), 0.0);
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("input", 1.0, {0.1, 0.2, 0.2}, -axis1),
                  weightless_body("output", 1.0, {0.1, 0.2, 0.2}, axis2)};
  Joint motor = joint_between(JointType::kHinge, "input", "", -axis1, axis1);
  motor.drives = {{0, solver::Motor{1.0}}};
  Joint bearing = joint_between(JointType::kHinge, "output", "", axis2, axis2);
  Joint cross = joint_between(JointType::kUniversal, "output", "input", Vector3::Zero(),
                              Vector3::UnitZ().cross(axis2));
  cross.name = "cross";
  cross.axis2 = Vector3::UnitZ();
  model.joints = {motor, bearing, cross};
  Simulation simulation(model);
  for (int i = 0; i < 10; ++i) {
    run(simulation, 0.3);
    const double input = read_output(simulation, "input_joint.position")[0];
    const double output = read_output(simulation, "output_joint.position")[0];
    CAPTURE(input, output);
    CHECK(std::sin(output) * std::cos(input) ==
          Approx(std::cos(output) * std::sin(input) * std::cos(beta)).epsilon(0.0).margin(1e-9));
  }
}

TEST_CASE("joint: three hinges on one door swing as one hinge does and share its weight",
          "[solver][joints]") {
  const auto door = [](const std::vector<double>& heights) {
    solver::Model model;
    model.step_ns = nanoseconds(0.01);
    model.bodies = {weightless_body("door", 20.0, {5.0, 5.0, 1.7}, {0.5, 0.0, 0.0})};
    model.bodies[0].gravity = true;
    const Vector3 axis(0.0, 0.3, 1.0);  // not upright: the weight moves the door
    model.bodies[0].angular_velocity = 1.2 * axis.normalized();
    model.bodies[0].linear_velocity =
        model.bodies[0].angular_velocity.cross(model.bodies[0].pose.position);
    for (const double height : heights) {
      Joint hinge = joint_between(JointType::kHinge, "door", "", height * axis, axis);
      hinge.name = "hinge" + std::to_string(model.joints.size());
      model.joints.push_back(hinge);
    }
    return model;
  };
  Simulation one(door({0.0}));
  Simulation three(door({-0.8, 0.0, 0.9}));
  run(one, 3.0);
  run(three, 3.0);
  CHECK((read_output(one, "door.position") - read_output(three, "door.position")).norm() < 1e-8);
  const VectorXd together = read_output(three, "hinge0.force").head(3) +
                            read_output(three, "hinge1.force").head(3) +
                            read_output(three, "hinge2.force").head(3);
  CHECK((together - read_output(one, "hinge0.force").head(3)).norm() < 1e-5);
}

TEST_CASE("joint: two crossed hinges hold a body as a lock does", "[solver][joints]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("beam", 3.0, {0.1, 1.0, 1.0}, {1.0, 0.0, 0.0})};
  model.bodies[0].gravity = true;
  for (const Vector3& axis : {Vector3(0.0, 1.0, 0.0), Vector3(1.0, 0.0, 0.0)}) {
    model.joints.push_back(joint_between(JointType::kHinge, "beam", "", Vector3::Zero(), axis));
    model.joints.back().name = "hinge" + std::to_string(model.joints.size());
  }
  Simulation simulation(model);
  run(simulation, 1.0);
  CHECK((read_output(simulation, "beam.position") - Vector3::UnitX()).norm() < 1e-9);
  const VectorXd sum =
      read_output(simulation, "hinge1.force") + read_output(simulation, "hinge2.force");
  CHECK(sum[2] == Approx(3.0 * model.gravity).epsilon(1e-8));
  CHECK(sum[4] == Approx(-3.0 * model.gravity).epsilon(1e-8));
}

TEST_CASE("joint: a chain whose last link weighs ten thousand times the others stays closed",
          "[solver][joints]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.001);
  for (int i = 0; i < 5; ++i) {
    const std::string name = "link" + std::to_string(i);
    const double mass = i == 4 ? 1e4 : 1.0;
    model.bodies.push_back(
        weightless_body(name, mass, mass * Vector3(0.01, 0.09, 0.09), {0.5 + i, 0.0, 0.0}));
    model.bodies.back().gravity = true;
    model.joints.push_back(joint_between(JointType::kHinge, name,
                                         i > 0 ? "link" + std::to_string(i - 1) : "",
                                         {static_cast<double>(i), 0.0, 0.0}, Vector3::UnitY()));
  }
  Simulation simulation(model);
  const auto energy = [&] {
    double sum = 0.0;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
      const solver::BodyState& body = simulation.state().bodies[i];
      sum += 0.5 * body.momentum.dot(body.velocity) +
             model.bodies[i].mass * model.gravity * body.position.z();
    }
    return sum;
  };
  run(simulation, 3.0);
  Vector3 end = Vector3::Zero();
  for (const solver::BodyState& body : simulation.state().bodies) {
    const Vector3 half = body.attitude * Vector3(0.5, 0.0, 0.0);
    CHECK((body.position - half - end).norm() < 1e-11);
    end = body.position + half;
  }
  // From rest at z = 0. The light links whip about: order 4 leaves 1e-6 of the 4e5 J that fall.
  CHECK(std::abs(energy()) < 1.0);
}
