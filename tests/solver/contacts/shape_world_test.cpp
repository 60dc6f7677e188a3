// Questions about shapes that are not in the model.
#include "solver/contacts/shape_world.hpp"

#include "hydro/base/error.hpp"
#include "solver/contacts/contact_reading.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

/// A box of 1 m that stands on the ground, and a ball beside it in the air.
Model still_life() {
  Model model = stone_model(0.5, 0.0, 0.01);
  add_solid(model, "box", Box{{1.0, 1.0, 1.0}}, 100.0, {{0.0, 0.0, 0.5}, Quaternion::Identity()});
  add_solid(model, "ball", Sphere{0.5}, 100.0, {{3.0, 0.0, 2.0}, Quaternion::Identity()});
  add_ground(model, Plane{});
  return model;
}

Pose at(double x, double y, double z) { return {{x, y, z}, Quaternion::Identity()}; }

}  // namespace

TEST_CASE("shape world: what is asked about meets what is there, where it is",
          "[contacts][query]") {
  Simulation simulation(still_life());
  run(simulation, 0.1);
  const State before = simulation.state();
  const CollisionShape ball(Sphere{0.3});
  const auto contacts = simulation.shapes().contacts({ball, at(0.4, 0.0, 1.1)});
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].shape == 0);
  REQUIRE(contacts[0].points.size() == 1);
  CHECK(contacts[0].points[0].depth ==
        Approx(0.2).epsilon(0.0).margin(1e-5));  // it stands a little deep
  CHECK(contacts[0].points[0].normal.isApprox(Vector3::UnitZ(), 1e-9));
  CHECK(simulation.shapes().contacts({ball, at(0.0, 0.0, 1.4)}).empty());
  const auto low = simulation.shapes().contacts({ball, at(-0.6, 0.0, 0.2)});
  REQUIRE(low.size() == 2);  // box and ground
  CHECK(low[1].shape == 2);
  CHECK(identical(before, simulation.state()));
}

TEST_CASE("shape world: boxes overlap where shapes may not", "[contacts][query]") {
  const Simulation simulation(still_life());
  const CollisionShape ball(Sphere{0.3});
  const PosedShape corner(ball, at(3.6, 0.6, 2.6));
  CHECK(simulation.shapes().contacts(corner).empty());
  CHECK(simulation.shapes().bounds(corner) == std::vector<std::size_t>{1, 2});  // a plane has none
}

TEST_CASE("shape world: distances to all that have one follow the bodies", "[contacts][query]") {
  Simulation simulation(still_life());
  const CollisionShape ball(Sphere{0.25});
  const auto far = simulation.shapes().distances({ball, at(3.0, 0.0, 3.0)});
  REQUIRE(far.size() == 2);  // not the plane
  CHECK(far[1].shape == 1);
  CHECK(far[1].distance.distance == Approx(0.25).epsilon(1e-12));
  run(simulation, 0.2);
  const double z = simulation.state().bodies[1].position.z();
  REQUIRE(z < 1.9);
  CHECK(simulation.shapes().distances({ball, at(3.0, 0.0, 3.0)})[1].distance.distance ==
        Approx(3.0 - z - 0.75).epsilon(1e-12));
  const CollisionShape line(Line{});
  CHECK_THROWS_WITH(simulation.shapes().distances({line, {}}),
                    Catch::Contains("must be between shapes with a volume"));
}

TEST_CASE("shape world: a line picks what it meets first", "[contacts][query]") {
  const Simulation simulation(still_life());
  const CollisionShape down(Line{Vector3::Zero(), {0.0, 0.0, -4.0}});
  const auto box = simulation.shapes().pick({down, at(0.2, 0.1, 3.0)});
  REQUIRE(box);
  CHECK(box->shape == 0);
  CHECK(box->points[0].position.isApprox(Vector3(0.2, 0.1, 1.0), 1e-9));
  CHECK(box->points[0].depth == Approx(2.0));
  const auto ground = simulation.shapes().pick({down, at(1.5, 0.0, 3.0)});
  REQUIRE(ground);
  CHECK(ground->shape == 2);
  CHECK_FALSE(simulation.shapes().pick({down, at(1.5, 0.0, 5.0)}));
  const CollisionShape ball(Sphere{0.25});
  CHECK_THROWS_WITH(simulation.shapes().pick({ball, {}}),
                    Catch::Contains("must be by a shape that is a line"));
}

TEST_CASE("shape world: what is absent is not there", "[contacts][query]") {
  Model model = still_life();
  model.shapes[0].role = ShapeRole::kAbsent;
  const Simulation simulation(std::move(model));
  const CollisionShape down(Line{Vector3::Zero(), {0.0, 0.0, -4.0}});
  CHECK(simulation.shapes().pick({down, at(0.0, 0.0, 3.0)})->shape == 2);
}

TEST_CASE("contacts of a simulation: points with forces that bear the weight",
          "[contacts][query]") {
  Simulation simulation(still_life());
  run(simulation, 0.3);
  const std::vector<ShapeContact> contacts = read_contacts(simulation.model(), simulation.state());
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].shape1 == 0);
  CHECK(contacts[0].shape2 == 2);
  CHECK(contacts[0].pushes);
  Vector3 force = Vector3::Zero();
  for (const ContactPointState& point : contacts[0].points) force += point.force;
  CHECK(force.z() == Approx(100.0 * kGravity).epsilon(1e-6));
}
