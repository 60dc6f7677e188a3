#include "solver/model/loads/constant_force.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

solver::Model single(const solver::RigidBody& body) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {body};
  return model;
}

solver::RigidBody block() {
  return weightless_body("block", 4.0, {1.0, 2.0, 3.0}, Vector3::Zero());
}

solver::Load push(const Vector3& force, const Vector3& torque) {
  solver::ConstantForce load;
  load.body = "block";
  load.force = force;
  load.torque = torque;
  return {"push", load};
}

}  // namespace

TEST_CASE("mass coefficients: a body with C = 1 falls at half of gravity",
          "[solver][interactions][analytic][S10]") {
  solver::RigidBody body = block();
  body.gravity = true;
  body.mass_coefficients = Vector3::Ones();
  Simulation simulation(single(body));
  run(simulation, 2.0);
  const double g = simulation.model().gravity;
  CHECK(simulation.state().bodies[0].position.z() == Approx(-0.25 * g * 4.0).epsilon(1e-13));
  // Weight acts whole; what resists it is not a force of the water.
  CHECK(read_output(simulation, "block.force.total")[2] == Approx(-4.0 * g).epsilon(1e-13));
  CHECK(read_output(simulation, "block.force.added_mass").norm() == 0.0);
}

TEST_CASE("mass coefficients: a force moves each body axis by the mass of its own",
          "[solver][interactions][analytic]") {
  solver::RigidBody body = block();
  body.mass_coefficients = {0.0, 1.0, 3.0};
  body.pose.attitude = solver::exponential({0.3, -0.8, 1.1});
  solver::Model model = single(body);
  const Vector3 force(1.0, 2.0, -3.0);
  model.loads = {push(force, Vector3::Zero())};
  Simulation simulation(model);
  const Vector3 local = body.pose.attitude.conjugate() * force;
  const Vector3 expected =
      body.pose.attitude * Vector3(local.x() / 4.0, local.y() / 8.0, local.z() / 16.0);
  CHECK((read_output(simulation, "block.linear_acceleration") - expected).norm() < 1e-14);
}

TEST_CASE("inertia coefficients: a torque turns a principal axis by (1 + C) I",
          "[solver][interactions][analytic]") {
  solver::RigidBody body = block();
  body.inertia_coefficients = {0.0, 1.5, -0.5};
  solver::Model model = single(body);
  model.loads = {push(Vector3::Zero(), {1.0, 1.0, 1.0})};
  Simulation simulation(model);
  const Vector3 expected(1.0, 1.0 / 5.0, 1.0 / 1.5);
  CHECK((read_output(simulation, "block.angular_acceleration") - expected).norm() < 1e-14);
}

TEST_CASE("inertia coefficients: the gyroscopic moment is that of the body itself",
          "[solver][interactions][analytic]") {
  solver::RigidBody body = block();
  body.inertia_coefficients = {1.0, 1.0, 1.0};
  body.angular_velocity = {0.4, 0.5, -0.7};
  Simulation simulation(single(body));
  const Vector3 I(1.0, 2.0, 3.0), w = body.angular_velocity;
  const Vector3 expected = -w.cross(I.cwiseProduct(w)).cwiseQuotient(2.0 * I);
  CHECK((read_output(simulation, "block.angular_acceleration") - expected).norm() < 1e-14);
}

TEST_CASE("mass coefficients: none at or below -1", "[solver][interactions]") {
  solver::RigidBody body = block();
  body.mass_coefficients.y() = -1.0;
  body.inertia_coefficients.z() = -2.0;
  CHECK_THROWS_WITH(
      Simulation(single(body)),
      Catch::Contains("bodies[0].mass_coefficients[1] must be larger than -1 and finite, got -1") &&
          Catch::Contains("bodies[0].inertia_coefficients[2] must be larger than -1"));
}
