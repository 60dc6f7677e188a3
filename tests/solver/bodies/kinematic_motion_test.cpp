#include "solver/model/bodies/rotation.hpp"
#include "solver/model/loads/constant_force.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/simulation/run/embedding.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Pose;
using solver::Simulation;

namespace {

solver::RigidBody kinematic_body(const std::string& name) {
  solver::RigidBody body = weightless_body(name, 1.0, {1, 1, 1}, {1.0, 2.0, 3.0});
  body.motion = solver::Motion::kKinematic;
  body.center_of_mass = {0.4, -0.3, 0.2};
  body.pose.attitude = solver::exponential({0.2, 0.1, -0.5});
  return body;
}

solver::Model one_kinematic_body() {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {kinematic_body("tug")};
  return model;
}

Pose pose_of(Simulation& simulation, const std::string& body) {
  const VectorXd position = read_output(simulation, body + ".position");
  const VectorXd q = read_output(simulation, body + ".orientation");
  return {position, {q[0], q[1], q[2], q[3]}};
}

double distance(const Pose& a, const Pose& b) {
  return (a.position - b.position).norm() +
         2.0 * (a.attitude.conjugate() * b.attitude).vec().norm();
}

const Pose kTarget{{-2.0, 5.0, 1.0}, solver::exponential({-0.9, 1.4, 0.3})};

}  // namespace

TEST_CASE("moveTo: the model frame is at the target after the time, and goes on as before",
          "[solver][bodies][kinematic]") {
  Simulation simulation(one_kinematic_body());
  const Pose start = pose_of(simulation, "tug");
  solver::move_to(simulation, 0, kTarget, 0.5);
  const Vector6 velocity = simulation.state().bodies[0].velocity;
  run(simulation, 0.5);
  CHECK(distance(pose_of(simulation, "tug"), kTarget) < 1e-12);
  run(simulation, 0.5);
  CHECK(simulation.state().bodies[0].velocity == velocity);
  const Quaternion turn = kTarget.attitude * start.attitude.conjugate();
  CHECK((pose_of(simulation, "tug").attitude.conjugate() * (turn * kTarget.attitude)).vec().norm() <
        1e-12);
}

TEST_CASE("a kinematic body at a velocity of its own: moves and turns by it, whatever acts on it",
          "[solver][bodies][kinematic]") {
  solver::Model model = one_kinematic_body();
  model.bodies[0].gravity = true;
  model.bodies[0].linear_velocity = {1.0, 0.0, 0.0};
  model.bodies[0].angular_velocity = {0.0, 0.0, 0.5};
  solver::ConstantForce wind;
  wind.body = "tug";
  wind.force = {0.0, 1e6, 0.0};
  model.loads = {{"wind", wind}};
  Simulation simulation(model);
  const Vector3 start = simulation.state().bodies[0].position;
  run(simulation, 1.0);
  CHECK((simulation.state().bodies[0].position - start - Vector3(1, 0, 0)).norm() < 1e-13);
  simulation.set_velocity(0, Vector6::Zero());
  simulation.step();
  CHECK((simulation.state().bodies[0].position - start - Vector3(1, 0, 0)).norm() < 1e-13);
}

TEST_CASE("kinematic motion through an input: the pose is reached at the time of its sample",
          "[solver][bodies][kinematic][inputs]") {
  solver::Model model = one_kinematic_body();
  model.inputs = {{"tow", solver::KinematicMotion{"tug", solver::KinematicTarget::kPose}}};
  Simulation simulation(model);
  const auto send = [&](double time, const Pose& pose) {
    const Quaternion& q = pose.attitude;
    const std::array<double, 7> values{
        pose.position.x(), pose.position.y(), pose.position.z(), q.w(), q.x(), q.y(), q.z()};
    simulation.write_input(0, nanoseconds(time), values);
  };
  const Pose second{{0.0, 0.0, 0.0}, yawed(0.3)};
  send(0.3, kTarget);
  send(0.5, second);
  run(simulation, 0.3);
  CHECK(distance(pose_of(simulation, "tug"), kTarget) < 1e-12);
  const std::string saved = serialize(simulation.state());
  run(simulation, 0.2);
  CHECK(distance(pose_of(simulation, "tug"), second) < 1e-12);
  const Vector6 velocity = simulation.state().bodies[0].velocity;
  run(simulation, 0.2);
  CHECK((simulation.state().bodies[0].velocity - velocity).norm() < 1e-11);
  const solver::State end = simulation.state();
  simulation.restore(solver::deserialize(saved));
  run(simulation, 0.4);
  CHECK(identical(simulation.state(), end));
  CHECK_THROWS_WITH(send(2.0, {Vector3::Zero(), Quaternion(2, 0, 0, 0)}),
                    "input 'tow': attitude must be a unit quaternion, got a norm of 2");
}

TEST_CASE("kinematic velocity through an input: held from a sample to the next",
          "[solver][bodies][kinematic][inputs]") {
  solver::Model model = one_kinematic_body();
  model.bodies[0].linear_velocity = {0.0, 1.0, 0.0};
  model.inputs = {{"tow", solver::KinematicMotion{"tug"}}};
  Simulation simulation(model);
  const Vector3 start = simulation.state().bodies[0].position;
  const Vector6 ahead = 2.0 * Vector6::Unit(0);
  simulation.write_input(0, nanoseconds(0.1), {ahead.data(), 6});
  run(simulation, 0.3);
  CHECK((simulation.state().bodies[0].position - start - Vector3(0.4, 0.1, 0)).norm() < 1e-14);
}

TEST_CASE("two bodies on one kinematic body: it moves the same in the parts of both",
          "[solver][bodies][kinematic]") {
  solver::Model model = one_kinematic_body();
  for (const char* name : {"port", "starboard"}) {
    model.bodies.push_back(weightless_body(name, 2.0, {1, 1, 1}, {0, 0, 0}));
    solver::PointSpring line;
    line.body1 = name;
    line.body2 = "tug";
    line.stiffness = 50.0;
    line.damping = 5.0;
    model.loads.push_back({std::string(name) + "_line", line});
  }
  Simulation simulation(model);
  solver::move_to(simulation, 0, kTarget, 0.7);
  run(simulation, 0.7);
  CHECK(distance(pose_of(simulation, "tug"), kTarget) < 1e-12);
  CHECK(simulation.state().bodies[1].position == simulation.state().bodies[2].position);
  CHECK(simulation.state().bodies[1].position.norm() > 0.1);
}

TEST_CASE("a kinematic body set in motion in the water: its neighbour's momentum stays",
          "[solver][bodies][kinematic]") {
  // p_d = (M + A_dd) v_d + A_dk v_k = 0 without forces, from the first step on.
  solver::Model model = one_kinematic_body();
  model.bodies.push_back(weightless_body("float", 2.0, {1, 1, 1}, {9, 0, 0}));
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "tug";
  water.body2 = "float";
  water.blocks.body1.setIdentity();
  water.blocks.body2.diagonal().setConstant(3.0);
  water.blocks.off_diagonal(0, 0) = 0.5;
  water.frame = solver::HydroFrame::kWorld;
  model.added_mass_interactions = {water};
  Simulation simulation(model);
  simulation.set_velocity(0, Vector6::Unit(0));
  CHECK(simulation.state().bodies[1].velocity[0] == Approx(-0.5 / 5.0).epsilon(1e-14));
  simulation.step();
  CHECK(simulation.state().bodies[1].velocity[0] == Approx(-0.5 / 5.0).epsilon(1e-14));
  CHECK(simulation.state().bodies[1].momentum.norm() < 1e-15);
}

TEST_CASE("moveTo: only of kinematic bodies, in a positive time, to a unit quaternion",
          "[solver][bodies][kinematic]") {
  solver::Model model = one_kinematic_body();
  model.bodies.push_back(weightless_body("float", 2.0, {1, 1, 1}, {9, 0, 0}));
  Simulation simulation(model);
  CHECK_THROWS_WITH(solver::move_to(simulation, 1, kTarget, 1.0),
                    "body 'float' must be kinematic to be moved");
  CHECK_THROWS_WITH(solver::move_to(simulation, 0, kTarget, 0.0),
                    "duration of a motion must be positive, got 0 s");
  CHECK_THROWS_WITH(
      solver::move_to(simulation, 0, {Vector3::Zero(), Quaternion(0.5, 0, 0, 0)}, 1.0),
      "attitude must be a unit quaternion, got a norm of 0.5");
  model.inputs = {{"tow", solver::KinematicMotion{"float"}}};
  CHECK_THROWS_WITH(Simulation(model),
                    "inputs[0].kinematic_motion.body must name a kinematic body, got 'float'");
}
