// How far sides are apart, as outputs.
#include "hydro/base/error.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

/// A weightless ball of radius .5 that moves along x at 1 m/s towards two posts of the world.
Model ball_and_posts(ShapeRole role) {
  Model model = stone_model(0.0, 0.0, 0.01);
  model.contact_readers.clear();
  add_ground(model, Box{{1.0, 1.0, 1.0}}, {{3.0, 0.0, 0.0}, Quaternion::Identity()});
  add_ground(model, Sphere{0.3}, {{2.5, 0.0, 1.4}, Quaternion::Identity()});
  add_solid(model, "ball", Sphere{0.5}, 1.0, {{0.0, 0.0, 0.0}, Quaternion::Identity()});
  for (ContactShape& shape : model.shapes) shape.role = role;
  model.gravity = 0.0;
  model.bodies[0].linear_velocity.x() = 1.0;
  model.distance_readers = {{"gap", "ball", "ground"}};
  return model;
}

std::string why_refused(const Model& model) {
  try {
    const Simulation simulation(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("lines: what they meet first, of which surface, and how much of them is beyond",
          "[contacts][distance]") {
  Model model = stone_model(0.0, 0.0, 0.01);
  model.contact_readers.clear();
  model.gravity = 0.0;
  add_ground(model, Plane{{0.0, 0.0, 1.0}, 0.4});
  add_ground(model, Box{{1.0, 1.0, 1.0}});
  add_solid(model, "probe", Sphere{0.1}, 1.0, {{0.0, 0.0, 2.0}, Quaternion::Identity()});
  model.shapes.push_back({"ray",
                          "probe",
                          Line{Vector3::Zero(), {0.0, 0.0, -3.0}},
                          {},
                          "stone",
                          {},
                          Vector3::Zero(),
                          ShapeRole::kSensor});
  model.bodies[0].linear_velocity.x() = 1.0;
  Simulation simulation(model);
  CHECK(read_output(simulation, "probe.ray.hit")[0] == 1.0);
  CHECK(read_output(simulation, "probe.ray.depth")[0] == Approx(1.5).epsilon(1e-12));
  CHECK(read_output(simulation, "probe.ray.point").isApprox(Vector3(0.0, 0.0, 0.5)));
  CHECK(read_output(simulation, "probe.ray.normal").isApprox(Vector3(Vector3::UnitZ())));
  run(simulation, 0.6);  // past the box: the plane at z = -.4
  CHECK(read_output(simulation, "probe.ray.depth")[0] == Approx(0.6).epsilon(1e-12));
  model.bodies[0].pose.position.z() = 3.0;
  model.bodies[0].pose.position.x() = 2.0;
  Simulation above(model);
  CHECK(read_output(above, "probe.ray.hit")[0] == 0.0);
  CHECK(read_output(above, "probe.ray.point").isZero(0.0));
}

TEST_CASE("distance readers: the least of both sides, with its points; depth is negative",
          "[contacts][distance]") {
  Simulation simulation(ball_and_posts(ShapeRole::kPassable));
  CHECK(read_output(simulation, "gap.distance")[0] == Approx(2.0).epsilon(1e-12));
  CHECK(read_output(simulation, "gap.point1")[0] == Approx(0.5).epsilon(1e-12));
  CHECK(read_output(simulation, "gap.point2")[0] == Approx(2.5).epsilon(1e-12));
  run(simulation, 1.0);  // moved to x = 1
  CHECK(read_output(simulation, "gap.distance")[0] == Approx(1.0).epsilon(1e-12));
  run(simulation, 1.2);  // to 2.2: .2 deep in the box, and its middle outside
  CHECK(read_output(simulation, "gap.distance")[0] == Approx(-0.2).epsilon(1e-9));
  CHECK(simulation.islands()[0].stepper == StepperKind::kSpook);  // as given
}

TEST_CASE(
    "distance readers: of a composite the nearest part, where the centre of mass is not the "
    "origin",
    "[contacts][distance]") {
  Model model = ball_and_posts(ShapeRole::kPassable);
  const Composite arms{
      {{Sphere{0.5}, {}}, {Sphere{0.2}, {{0.0, 0.0, 1.4}, Quaternion::Identity()}}}};
  model.shapes[2].geometry = arms;
  model.bodies[0].center_of_mass = {0.0, 0.0, 0.7};
  model.bodies[0].linear_velocity.setZero();
  model.bodies[0].pose.position.x() = 0.6;
  model.shapes[1].pose.position.x() = 2.4;  // 1.8 - .2 - .3 from the ball, 1.4 from the box
  Simulation simulation(std::move(model));
  CHECK(read_output(simulation, "gap.distance")[0] == Approx(1.3).epsilon(1e-12));
  CHECK(read_output(simulation, "gap.point1")[2] == Approx(1.4).epsilon(0.0).margin(1e-9));
}

TEST_CASE("distance readers: what has no distance, no shape or no name of its own is refused",
          "[contacts][distance]") {
  const auto refuses = [](const char* message, auto change) {
    Model model = ball_and_posts(ShapeRole::kPassable);
    change(model);
    const std::string said = why_refused(model);
    INFO(said);
    CHECK(said.find(message) != std::string::npos);
  };
  const char* none = "must have no line, plane, mesh or height field";
  refuses(none, [](Model& model) { model.shapes[0].geometry = Plane{}; });
  refuses(none, [](Model& model) { model.shapes[0].geometry = Line{}; });
  refuses(none, [](Model& model) {
    model.shapes[0].geometry = HeightField{2, 2, {1.0, 1.0}, {0.0, 0.0, 0.0, 0.0}, 1.0, {}};
  });
  refuses(none, [](Model& model) {
    model.shapes[0].geometry = Composite{{{Sphere{1.0}, {}}, {Line{}, {}}}};
  });
  refuses("distance_readers[0].side2 must name an enabled shape",
          [](Model& model) { model.shapes[0].role = model.shapes[1].role = ShapeRole::kAbsent; });
  refuses("distance_readers[0].side1 must name an enabled shape",
          [](Model& model) { model.distance_readers[0].side1.clear(); });
  refuses("must have no shape on both sides",
          [](Model& model) { model.distance_readers[0].side1 = "/ground0"; });
  refuses("distance_readers[0].name",
          [](Model& model) { model.distance_readers[0].name = "ball"; });
}
