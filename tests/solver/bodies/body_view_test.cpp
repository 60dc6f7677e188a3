#include "solver/model/body_view.hpp"

#include "solver/model/bodies/rotation.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::BodyView;
using solver::Simulation;

namespace {

solver::Model tumbling_body(const Vector3& center_of_mass) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  auto body = weightless_body("body", 2.0, {1.0, 2.0, 3.0}, {1.0, -2.0, 0.5});
  body.pose.attitude = solver::exponential({0.4, -1.0, 0.3});
  body.center_of_mass = center_of_mass;
  body.linear_velocity = {0.3, 0.2, -0.5};
  body.angular_velocity = {0.4, 0.6, -0.2};
  model.bodies = {body};
  return model;
}

}  // namespace

TEST_CASE("model frame and centre of mass: the same axes, apart by the centre in the model frame",
          "[solver][bodies][frames]") {
  const Vector3 center(0.5, 0.2, -0.7);
  Simulation simulation(tumbling_body(center));
  run(simulation, 1.0);
  const BodyView body = simulation.body(0);
  CHECK((body.center_of_mass() - body.position() - body.rotation() * center).norm() < 1e-15);
  CHECK(body.model_center_of_mass() == center);
  CHECK((body.position() - read_output(simulation, "body.position")).norm() < 1e-15);
  CHECK(body.center_of_mass_pose().position == body.center_of_mass());
  CHECK(body.pose().attitude.coeffs() == body.attitude().coeffs());
  // v = v_c + omega x r, with the angular velocity in world axes.
  const Vector3 arm = body.position() - body.center_of_mass();
  CHECK((body.velocity() - body.center_of_mass_velocity() - body.angular_velocity().cross(arm))
            .norm() < 1e-15);
}

TEST_CASE("frames of a body: points and vectors go to the world and back",
          "[solver][bodies][frames]") {
  Simulation simulation(tumbling_body({0.5, 0.2, -0.7}));
  const BodyView body = simulation.body(0);
  const Vector3 point(3.0, -1.0, 2.0);
  CHECK((body.point_to_world(Vector3::Zero()) - body.position()).norm() < 1e-15);
  CHECK((body.point_to_world(body.model_center_of_mass()) - body.center_of_mass()).norm() < 1e-15);
  CHECK((body.point_to_model(body.point_to_world(point)) - point).norm() < 1e-14);
  CHECK((body.vector_to_model(body.vector_to_world(point)) - point).norm() < 1e-14);
  // A difference of points is a vector.
  CHECK((body.point_to_world(point) - body.position() - body.vector_to_world(point)).norm() <
        1e-14);
}

TEST_CASE("velocity of a point of a body: what its path gives", "[solver][bodies][frames]") {
  solver::Model model = tumbling_body({0.5, 0.2, -0.7});
  model.step_ns = nanoseconds(1e-4);
  Simulation simulation(model);
  const Vector3 point(3.0, -1.0, 2.0);
  const Vector3 before = simulation.body(0).point_to_world(point);
  simulation.step();
  const BodyView middle = simulation.body(0);
  const Vector3 velocity = middle.velocity_at(middle.point_to_world(point));
  simulation.step();
  const Vector3 after = simulation.body(0).point_to_world(point);
  CHECK(((after - before) / 2e-4 - velocity).norm() < 1e-7);  // of second order: 1e-8 a'
}

TEST_CASE("another centre of mass: neither the model frame nor what is attached to it moves",
          "[solver][bodies][frames]") {
  solver::Model model = tumbling_body(Vector3::Zero());
  solver::PointSpring spring;
  spring.body1 = "body";
  spring.point1 = {1.0, 1.0, 1.0};
  spring.stiffness = 10.0;
  model.loads = {{"line", spring}};
  Simulation before(model);
  model.bodies[0].center_of_mass = {0.3, -0.4, 0.9};
  Simulation after(model);
  CHECK((before.body(0).position() - after.body(0).position()).norm() < 1e-15);
  CHECK((before.body(0).point_to_world(spring.point1) - after.body(0).point_to_world(spring.point1))
            .norm() < 1e-15);
  CHECK((before.body(0).center_of_mass() - after.body(0).center_of_mass()).norm() > 0.5);
  CHECK((read_output(before, "body.force.total").head<3>() -
         read_output(after, "body.force.total").head<3>())
            .norm() < 1e-14);
}

TEST_CASE("view of a body that does not exist", "[solver][bodies][frames]") {
  Simulation simulation(tumbling_body(Vector3::Zero()));
  CHECK_THROWS_WITH(simulation.body(1), "body must be one of 1, got index 1");
}
