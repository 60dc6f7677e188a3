#include "solver/simulation/run/embedding.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

solver::Model body_at_rest() {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  auto body = weightless_body("body", 2.0, {1.0, 2.0, 4.0}, {1.0, 0.0, 0.0});
  body.center_of_mass = {0.5, 0.0, 0.0};
  body.pose.attitude = yawed(kPi / 2.0);
  model.bodies = {body};
  return model;
}

}  // namespace

TEST_CASE("added forces: sum up, act through the next step and are gone after it",
          "[solver][loads][added_force]") {
  Simulation simulation(body_at_rest());
  solver::add_force(simulation, 0, {4.0, 0.0, 0.0});
  solver::add_force(simulation, 0, {0.0, 0.0, 2.0});
  CHECK((read_output(simulation, "body.force.total") - wrench({4, 0, 2}, {0, 0, 0})).norm() == 0.0);
  simulation.step();
  CHECK((last_force(simulation, 0) - wrench({4, 0, 2}, {0, 0, 0})).norm() == 0.0);
  const Vector3 velocity = simulation.state().bodies[0].velocity.head<3>();
  CHECK((velocity - Vector3(0.2, 0, 0.1)).norm() < 1e-16);
  simulation.step();
  CHECK(last_force(simulation, 0).norm() == 0.0);
  CHECK(simulation.state().bodies[0].velocity.head<3>() == velocity);
}

TEST_CASE("added forces at a point, in world or body axes, with their moments",
          "[solver][loads][added_force]") {
  // The centre of mass is at (1, 0.5, 0): ahead is +y.
  Simulation simulation(body_at_rest());
  solver::add_force_at_point(simulation, 0, {0, 0, 3.0}, {2.0, 0.5, 0.0});
  simulation.step();
  CHECK((last_force(simulation, 0) - wrench({0, 0, 3}, {0, -3, 0})).norm() < 1e-14);
  simulation.reset();
  solver::add_local_force_at_point(simulation, 0, {5.0, 0, 0}, {0.5, 2.0, 0.0});
  solver::add_torque(simulation, 0, {1.0, 0, 0});
  simulation.step();
  CHECK((last_force(simulation, 0) - wrench({0, 5, 0}, {1, 0, -10})).norm() < 1e-14);
}

TEST_CASE("last force: weight and loads of the step before, without joints",
          "[solver][loads][added_force]") {
  solver::Model model = body_at_rest();
  model.gravity = 10.0;
  model.bodies[0].gravity = true;
  solver::Joint lock;
  lock.name = "lock";
  lock.body1 = "body";
  model.joints = {lock};
  Simulation simulation(model);
  solver::add_torque(simulation, 0, {0, 0, 7.0});
  simulation.step();
  CHECK((last_force(simulation, 0) - wrench({0, 0, -20}, {0, 0, 7})).norm() < 1e-13);
  CHECK(simulation.state().bodies[0].velocity.norm() < 1e-12);
}

TEST_CASE("added forces belong to the state: restored before a step, they act again",
          "[solver][loads][added_force]") {
  Simulation simulation(body_at_rest());
  solver::add_force_at_point(simulation, 0, {1.0, 2.0, 3.0}, {5.0, 0.0, 1.0});
  const solver::State saved = solver::deserialize(serialize(simulation.state()));
  simulation.step();
  simulation.step();
  const solver::State end = simulation.state();
  simulation.restore(saved);
  simulation.step();
  simulation.step();
  CHECK(identical(simulation.state(), end));
  CHECK(end.bodies[0].momentum.norm() > 0.1);
  CHECK_THROWS_WITH(solver::add_force(simulation, 0, {1.0, std::nan(""), 0.0}),
                    "force on body 'body' must be finite");
  CHECK_THROWS_WITH(solver::add_torque(simulation, 3, Vector3::Zero()),
                    "body must be one of 1, got index 3");
}
