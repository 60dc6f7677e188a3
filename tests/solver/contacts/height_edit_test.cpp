// Height fields that inputs edit in mid-run, and those that are solids.
#include "hydro/base/error.hpp"
#include "solver/contacts/shape_world.hpp"
#include "solver/model/bodies/mass_properties.hpp"
#include "solver/model/bodies/volume_properties.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr std::size_t kColumns = 7, kRows = 5;

HeightField level(double height) {
  return {kColumns, kRows, {6.0, 4.0}, std::vector<double>(kColumns * kRows, height), 1.0, -2.0};
}

/// A ball at rest on a level field of height 0, which three inputs edit: all of it, a rectangle
/// around its middle, one node beside the rectangle.
Model ball_on_field() {
  Model model = stone_model(0.5, 0.0, 0.01);
  add_ground(model, level(0.0));
  add_solid(model, "ball", Sphere{0.2}, 10.0, {{0.1, 0.1, 0.2}, Quaternion::Identity()});
  RigidBody& mast = model.bodies.emplace_back();
  mast.name = "mast";
  mast.motion = Motion::kStatic;
  model.shapes.push_back({"ray",
                          "mast",
                          Line{{-2.9, 1.9, 3.0}, {-2.9, 1.9, -3.0}},
                          {},
                          "stone",
                          {},
                          Vector3::Zero(),
                          ShapeRole::kSensor});
  model.inputs.push_back({"all", Heights{"/ground0", 0, 0, {}, {}}});
  model.inputs.push_back({"middle", Heights{"/ground0", 2, 1, 3, 3}});
  model.inputs.push_back({"node", Heights{"/ground0", 1, 1, 1, 1}});
  return model;
}

void set_heights(Simulation& simulation, std::size_t input, double height) {
  const auto width = static_cast<std::size_t>(simulation.inputs()[input].size);
  simulation.write_input(input, simulation.time_ns(), std::vector<double>(width, height));
}

double height_of_ball(const Simulation& simulation) {
  return simulation.state().bodies[0].position.z();
}

std::string refused_heights(const Heights& heights) {
  Model model = ball_on_field();
  model.inputs.push_back({"wrong", heights});
  try {
    const Simulation simulation(std::move(model));
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("heights: what is dredged away lets down what stood on it", "[contacts][heights]") {
  Simulation simulation(ball_on_field());
  run(simulation, 0.3);
  const double rests = height_of_ball(simulation);
  CHECK(rests == Approx(0.2).epsilon(0.0).margin(1e-6));
  set_heights(simulation, 1, -0.5);
  simulation.step();
  CHECK(simulation.state().bodies[0].velocity.z() == Approx(-0.01 * kGravity).epsilon(1e-3));
  run(simulation, 2.0);
  CHECK(height_of_ball(simulation) == Approx(-0.3).epsilon(0.0).margin(1e-6));
}

TEST_CASE("heights: an edited field is the one that a model would have, to the bit",
          "[contacts][heights][state]") {
  Simulation edited(ball_on_field());
  set_heights(edited, 0, -0.1);
  set_heights(edited, 1, -0.4);
  set_heights(edited, 2, 0.3);
  Model made = ball_on_field();
  HeightField field = level(-0.1);
  for (std::size_t j = 1; j < 4; ++j) {
    for (std::size_t i = 2; i < 5; ++i) field.heights[j * kColumns + i] = -0.4;
  }
  field.heights[kColumns + 1] = 0.3;
  made.shapes[0].geometry = field;
  Simulation given(std::move(made));
  run(edited, 1.0);
  run(given, 1.0);
  CHECK(edited.state().bodies[0].position == given.state().bodies[0].position);
  CHECK(edited.state().bodies[0].momentum == given.state().bodies[0].momentum);
}

TEST_CASE("heights: where inputs have nodes in common the later one says them",
          "[contacts][heights]") {
  Simulation simulation(ball_on_field());
  set_heights(simulation, 1, -0.2);
  set_heights(simulation, 0, -0.6);  // written later, and before it in the model
  run(simulation, 2.0);
  CHECK(height_of_ball(simulation) == Approx(0.0).margin(1e-6));
}

TEST_CASE("heights: a state has the edits, before and after", "[contacts][heights][state]") {
  Simulation simulation(ball_on_field());
  run(simulation, 0.2);
  const State before = deserialize(serialize(simulation.state()));
  set_heights(simulation, 0, -0.5);
  run(simulation, 0.1);
  const State between = deserialize(serialize(simulation.state()));
  run(simulation, 0.5);
  const State after = simulation.state();

  Simulation other(ball_on_field());
  other.restore(between);
  run(other, 0.5);
  CHECK(identical(other.state(), after));

  simulation.restore(before);  // back to where the field is level
  run(simulation, 0.6);
  CHECK(height_of_ball(simulation) == Approx(0.2).epsilon(0.0).margin(1e-6));
  set_heights(simulation, 0, 0.0);  // the same as given
  run(simulation, 0.1);
  CHECK(height_of_ball(simulation) == Approx(0.2).epsilon(0.0).margin(1e-6));
}

TEST_CASE("heights: lines and queries meet the field as it is", "[contacts][heights]") {
  Simulation simulation(ball_on_field());
  CHECK(read_output(simulation, "mast.ray.point")[2] == Approx(0.0).margin(1e-12));
  set_heights(simulation, 0, -0.75);
  CHECK(read_output(simulation, "mast.ray.point")[2] == Approx(-0.75).epsilon(1e-12));
  const CollisionShape ball(Sphere{0.3});
  const Pose place{{-2.5, 0.0, -0.5}, Quaternion::Identity()};
  const auto touched = simulation.shapes().contacts(PosedShape(ball, place));
  REQUIRE(touched.size() == 1);
  CHECK(touched[0].points[0].depth == Approx(0.05).epsilon(1e-9));
}

TEST_CASE("heights: what is no rectangle of a field, or too low, is refused",
          "[contacts][heights][check]") {
  using Catch::Matchers::Contains;
  CHECK_THAT(refused_heights({"ball/hull", 0, 0, {}, {}}),
             Contains("inputs[3].heights.shape must name a height field of the model as "
                      "'body/shape', not a solid one, got 'ball/hull'"));
  CHECK_THAT(refused_heights({"/ground0", 5, 0, 3, {}}),
             Contains("inputs[3].heights.columns must lie within the 7 nodes of the field, got 3 "
                      "from 5"));
  CHECK_THAT(refused_heights({"/ground0", 0, 5, {}, {}}),
             Contains("inputs[3].heights.rows must lie within the 5 nodes of the field, got all "
                      "from 5"));
  Simulation simulation(ball_on_field());
  CHECK_THROWS_WITH(
      set_heights(simulation, 2, -2.5),
      Contains("heights of '/ground0' must not be lower than its least height of -2"));
}

TEST_CASE("solid relief: a level one is a box, a slope a wedge on a box", "[bodies][analytic]") {
  HeightField field = level(0.5);  // bottom at -2 - 1
  const MassProperties box = mass_properties(Shape{solid_relief(field), 2.0, {}});
  CHECK(box.mass == Approx(2.0 * 6.0 * 4.0 * 3.5).epsilon(1e-12));
  CHECK(box.center_of_mass.isApprox(Vector3(0.0, 0.0, 0.5 - 1.75), 1e-12));
  CHECK(box.inertia(2, 2) == Approx(box.mass * (36.0 + 16.0) / 12.0).epsilon(1e-12));
  for (std::size_t node = 0; node < field.heights.size(); ++node) {
    field.heights[node] = 0.1 * node_of(field, node % kColumns, node / kColumns).x();
  }
  field.least_height.reset();  // bottom at -.3 - 1
  const MassProperties wedge = mass_properties(Shape{solid_relief(field), 2.0, {}});
  CHECK(wedge.mass == Approx(2.0 * 6.0 * 4.0 * 1.3).epsilon(1e-12));
  const double along = 2.0 * 4.0 * 0.1 * 216.0 / 12.0 / wedge.mass;  // integral of x 0.1 x
  CHECK(wedge.center_of_mass.x() == Approx(along).epsilon(1e-12));
}

TEST_CASE("solid relief: it moves by forces and rests on its flat bottom", "[contacts]") {
  Model model = stone_model(0.5, 0.0, 0.01);
  add_ground(model, Plane{});
  HeightField field{3, 3, {2.0, 2.0}, {0, 0, 0, 0, 0.4, 0, 0, 0, 0}, 0.5, {}};
  const TriangleMesh solid = solid_relief(field);
  const Shape shape{solid, 1000.0, {}};
  RigidBody body;
  body.name = "rock";
  update_mass_properties(body, std::span(&shape, 1));
  body.pose.position.z() = 0.5;
  model.bodies.push_back(body);
  model.shapes.push_back({"hull", "rock", solid, {}, "stone", {}, Vector3::Zero()});
  Simulation simulation(std::move(model));
  run(simulation, 1.0);
  CHECK(read_output(simulation, "touch.normal_force")[2] ==
        Approx(body.mass * kGravity).epsilon(1e-6));
  CHECK(simulation.state().bodies[0].velocity.norm() < 1e-6);
}
