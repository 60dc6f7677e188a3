#include "solver/model/loads/constant_force.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

solver::Model free_body(const Vector3& position = Vector3::Zero()) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("body", 2.0, {1.0, 2.0, 4.0}, position)};
  return model;
}

Vector6 force_on(const solver::Model& model, const std::string& body = "body") {
  Simulation simulation(model);
  return read_output(simulation, body + ".force.total");
}

}  // namespace

TEST_CASE("point spring: takes its rest length from t = 0, and slack carries nothing",
          "[solver][loads]") {
  solver::Model model = free_body();
  solver::PointSpring spring;
  spring.body1 = "body";
  spring.point2 = {0.0, 0.0, 3.0};
  spring.stiffness = 7.0;
  model.loads = {{"line", spring}};
  CHECK(force_on(model).norm() == 0.0);
  spring.rest_length = 4.0;
  model.loads = {{"line", spring}};
  CHECK((force_on(model) - wrench({0, 0, -7.0}, Vector3::Zero())).norm() < 1e-14);
  spring.tension_only = true;
  model.loads = {{"line", spring}};
  CHECK(force_on(model).norm() == 0.0);
  spring.rest_length = 0.0;
  spring.point2 = Vector3::Zero();  // no length, no direction
  model.loads = {{"line", spring}};
  CHECK(force_on(model).norm() == 0.0);
}

TEST_CASE("linear mooring: acts in the axes of the rest heading on the displacement from rest",
          "[solver][loads]") {
  solver::Model model = free_body({1.0, 0.0, 0.0});
  model.bodies[0].pose.attitude = yawed(kPi / 2.0) * Eigen::AngleAxisd(0.1, Vector3::UnitX());
  solver::LinearMooring load;
  load.body = "body";
  load.stiffness.diagonal() << 10.0, 20.0, 0.0, 30.0, 0.0, 0.0;
  load.preload[2] = 5.0;
  load.rest_pose = solver::Pose{Vector3::Zero(), yawed(kPi / 2.0)};
  model.loads = {{"mooring", load}};
  // The world's x is the rest heading's -y: 1 m along it is -1 m of sway. The roll of 0.1 about the
  // body's x is a moment of -3 about the world's y.
  CHECK((force_on(model) - wrench({-20.0, 0, 5.0}, {0, -3.0, 0})).norm() < 1e-13);
}

TEST_CASE("gravity: a free body falls, one without gravity stays", "[solver][loads]") {
  solver::Model model = free_body();
  model.bodies[0].gravity = true;
  Simulation simulation(model);
  run(simulation, 1.0);
  // A parabola is within the order of the stepper: exact but for round-off.
  CHECK(read_output(simulation, "body.position")[2] == Approx(-0.5 * 9.80665).epsilon(1e-13));
  CHECK(read_output(simulation, "body.linear_acceleration")[2] == Approx(-9.80665));
  CHECK(force_on(free_body()).norm() == 0.0);
}

TEST_CASE("external force: held, linear and cubic inputs move the body as their integral says",
          "[solver][loads][inputs]") {
  solver::Model model = free_body();
  model.inputs = {{"push", solver::ExternalForce{"body"}}};
  const auto velocity = [&](solver::Interpolation interpolation) {
    Simulation simulation(model);
    simulation.set_input_interpolation(0, interpolation);
    for (int i = 0; i <= 12; ++i) {
      const double t = 0.1 * i;
      const Vector6 force = t * t * Vector6::Unit(0);
      simulation.write_input(0, nanoseconds(t), {force.data(), 6});
    }
    run(simulation, 1.0);
    return read_output(simulation, "body.linear_velocity")[0];
  };
  // (1/m) integral of t^2, its left sum and its trapezoidal sum with spacing 0.1.
  CHECK(velocity(solver::Interpolation::kHermite) == Approx(1.0 / 6.0).epsilon(1e-13));
  CHECK(velocity(solver::Interpolation::kHold) == Approx(0.5 * 0.285).epsilon(1e-13));
  CHECK(velocity(solver::Interpolation::kLinear) == Approx(0.5 * 0.335).epsilon(1e-13));
}

TEST_CASE("external force: in body axes it turns with the body", "[solver][loads][inputs]") {
  solver::Model model = free_body();
  model.bodies[0].pose.attitude = yawed(kPi / 2.0);
  model.inputs = {{"push", solver::ExternalForce{"body", true}}};
  Simulation simulation(model);
  const Vector6 given = wrench({1, 0, 0}, {0, 2, 0});
  simulation.write_input(0, 0, {given.data(), 6});
  CHECK((read_output(simulation, "body.force.total") - wrench({0, 1, 0}, {-2, 0, 0})).norm() <
        1e-15);
}
