// Which shapes touch, which only feel, and which are not there.
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

/// A unit box of 2 kg, its lower face at z = 1, above a plane.
Model box_over_plane(ShapeRole of_box, ShapeRole of_plane) {
  Model model = stone_model(0.5, 0.0, 0.01);
  add_ground(model, Plane{});
  add_solid(model, "box", Box{{1.0, 1.0, 1.0}}, 2.0, {{0.0, 0.0, 1.5}, Quaternion::Identity()});
  model.shapes[0].role = of_plane;
  model.shapes[1].role = of_box;
  return model;
}

double height_after(Model model, double duration) {
  Simulation simulation(std::move(model));
  run(simulation, duration);
  return simulation.state().bodies[0].position.z();
}

/// Height of a free fall.
double fallen(double duration) { return 1.5 - 0.5 * kGravity * duration * duration; }

}  // namespace

TEST_CASE("shape roles: any rule of either shape lets them pass", "[contacts][roles]") {
  using enum ShapeRole;
  CHECK(height_after(box_over_plane(kSolid, kSolid), 1.0) == Approx(0.5).epsilon(0.0).margin(1e-6));
  for (const ShapeRole role : {kSensor, kDetector, kPassable, kAbsent}) {
    INFO(name_of(role));
    for (const auto& [box, plane] : {std::pair(role, kSolid), std::pair(kSolid, role)}) {
      CHECK(height_after(box_over_plane(box, plane), 1.0) == Approx(fallen(1.0)).epsilon(1e-9));
    }
  }
}

TEST_CASE("shape roles: a sensor has points and no force, a detector one point",
          "[contacts][roles]") {
  using enum ShapeRole;
  for (const auto& [role, count] :
       {std::pair(kSensor, 4.0), std::pair(kDetector, 1.0), std::pair(kPassable, 0.0)}) {
    INFO(name_of(role));
    Simulation simulation(box_over_plane(kSolid, role));
    run(simulation, 0.4);
    CHECK(read_output(simulation, "touch.count")[0] == 0.0);
    run(simulation, 0.15);  // z .5 is passed at .447 s
    CHECK(read_output(simulation, "touch.count")[0] == count);
    CHECK(read_output(simulation, "touch.normal_force").isZero(0.0));
    if (count == 0.0) continue;
    // Found where steps end, as no contact has a force.
    CHECK(read_output(simulation, "touch.depth")[0] == Approx(0.5 - fallen(0.55)).epsilon(1e-9));
  }
}

TEST_CASE("shape roles: sensors alone change neither stepper nor motion", "[contacts][roles]") {
  Model felt = box_over_plane(ShapeRole::kSolid, ShapeRole::kSensor);
  felt.stepper.reset();
  felt.bodies[0].angular_velocity = {0.3, 1.0, 2.0};
  Model bare = felt;
  bare.shapes.clear();
  bare.contact_readers.clear();
  Simulation first(felt), second(bare);
  CHECK(first.islands()[0].stepper == StepperKind::kRungeKutta4);
  run(first, 0.6);
  run(second, 0.6);
  CHECK(first.state().bodies[0].position == second.state().bodies[0].position);
  CHECK(first.state().bodies[0].momentum == second.state().bodies[0].momentum);
  CHECK(read_output(first, "touch.count")[0] > 0.0);
}

TEST_CASE("shape roles: of bodies that forces do not move sensors alone feel each other",
          "[contacts][roles]") {
  for (const ShapeRole role : {ShapeRole::kSensor, ShapeRole::kSolid}) {
    Model model = stone_model(0.5, 0.0, 0.01);
    add_ground(model, Sphere{0.5});
    add_solid(model, "probe", Sphere{0.5}, 1.0, {{-2.0, 0.0, 0.0}, Quaternion::Identity()});
    model.bodies[0].motion = Motion::kKinematic;
    model.bodies[0].linear_velocity.x() = 1.0;
    model.shapes[0].role = role;
    Simulation simulation(std::move(model));
    run(simulation, 0.9);
    CHECK(read_output(simulation, "touch.count")[0] == 0.0);
    run(simulation, 0.6);
    CHECK(read_output(simulation, "touch.count")[0] == (role == ShapeRole::kSensor ? 1.0 : 0.0));
  }
}

TEST_CASE("shape roles: what passes is of no island and changes no digest", "[contacts][roles]") {
  Model model = box_over_plane(ShapeRole::kSolid, ShapeRole::kSolid);
  const std::uint64_t before = digest(model);
  model.stepper.reset();
  add_solid(model, "ghost", Sphere{0.5}, 1.0, {{5.0, 0.0, 3.0}, Quaternion::Identity()});
  CHECK(Simulation(model).islands().size() == 1);
  model.shapes.back().role = ShapeRole::kPassable;
  const Simulation simulation(model);
  REQUIRE(simulation.islands().size() == 2);
  CHECK(simulation.islands()[1].stepper == StepperKind::kRungeKutta4);
  CHECK(digest(box_over_plane(ShapeRole::kSolid, ShapeRole::kSolid)) == before);
  CHECK(digest(box_over_plane(ShapeRole::kSolid, ShapeRole::kSensor)) != before);
}

TEST_CASE("shape roles: a group that passes itself still meets others", "[contacts][roles]") {
  Model model = box_over_plane(ShapeRole::kSolid, ShapeRole::kSolid);
  add_solid(model, "other", Box{{1.0, 1.0, 1.0}}, 2.0, {{0.2, 0.0, 2.6}, Quaternion::Identity()});
  model.shapes[1].groups = model.shapes[2].groups = {"bricks", "red"};
  model.contact_exceptions.pairs.push_back({"bricks", "bricks"});
  Simulation simulation(std::move(model));
  run(simulation, 1.0);
  for (const BodyState& body : simulation.state().bodies) {
    CHECK(body.position.z() ==
          Approx(0.5).epsilon(0.0).margin(1e-6));  // one inside the other, on the ground
  }
}
