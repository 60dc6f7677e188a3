// The stepper that is spook where something may touch and rk4 elsewhere.
#include "solver/model/loads/point_spring.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kDrop = 0.45, kSmall = 0.01;

/// A ball above the ground that swings on a spring aside while it falls.
Model ball_on_spring(StepperKind stepper, bool ground) {
  Model model = stone_model(0.0, 0.0, kSmall);
  model.stepper = stepper;
  if (ground) {
    add_ground(model, Plane{});
  } else {
    model.contact_readers.clear();
  }
  add_solid(model, "ball", Sphere{0.1}, 1.0, {{0.3, 0.0, 0.1 + kDrop}, Quaternion::Identity()});
  PointSpring spring;
  spring.body1 = "ball";
  spring.point2 = {0.0, 0.0, 0.5};
  spring.stiffness = 20.0;
  spring.rest_length = 0.0;
  model.loads.push_back({"spring", spring});
  return model;
}

/// Its other end falls on the ground.
Model falling_beam(StepperKind stepper) {
  Model model = hinged_beam(kSmall, 0.3);
  model.stepper = stepper;
  return model;
}

}  // namespace

TEST_CASE("by_reach: before anything is in reach a step is that of rk4, to the bit",
          "[contacts][steppers]") {
  Simulation with(ball_on_spring(StepperKind::kByReach, true));
  Simulation without(ball_on_spring(StepperKind::kRungeKutta4, false));
  CHECK(with.islands()[0].stepper == StepperKind::kByReach);
  for (int n = 0; n < 15; ++n) {
    with.step();
    without.step();
    REQUIRE(with.state().contacts.empty());
    CHECK(with.state().bodies[0].position == without.state().bodies[0].position);
    CHECK(with.state().bodies[0].momentum == without.state().bodies[0].momentum);
  }
}

TEST_CASE("by_reach: from where something is in reach a step is that of spook, to the bit",
          "[contacts][steppers]") {
  Simulation simulation(ball_on_spring(StepperKind::kByReach, true));
  while (simulation.state().contacts.empty()) simulation.step();
  run(simulation, 0.05);
  const State in_reach = simulation.state();
  Simulation spook(ball_on_spring(StepperKind::kSpook, true));
  State taken = spook.state();
  taken.bodies = in_reach.bodies;
  taken.contacts = in_reach.contacts;
  spook.restore(taken);
  for (int n = 0; n < 20; ++n) {
    simulation.step();
    spook.step();
    CHECK(simulation.state().bodies[0].position == spook.state().bodies[0].position);
    CHECK(simulation.state().bodies[0].momentum == spook.state().bodies[0].momentum);
  }
}

TEST_CASE("by_reach: what bounces keeps the energy that its restitution leaves",
          "[contacts][steppers][analytic]") {
  Model model = stone_model(0.0, 1.0, 1e-3);
  model.stepper = StepperKind::kByReach;
  add_ground(model, Plane{});
  add_solid(model, "ball", Sphere{0.1}, 1.0, {{0.0, 0.0, 0.1 + kDrop}, Quaternion::Identity()});
  Simulation simulation(model);
  run(simulation, 2.0 * std::sqrt(2.0 * kDrop / kGravity));
  CHECK(simulation.state().bodies[0].position.z() - 0.1 == Approx(kDrop).epsilon(0.02));
  CHECK(simulation.state().contacts.empty());  // it flies, by rk4
}

TEST_CASE("by_reach: a beam on a hinge rests on its other end with half of its weight",
          "[contacts][steppers][joints]") {
  Simulation simulation(falling_beam(StepperKind::kByReach));
  simulation.step();
  CHECK(simulation.state().contacts.empty());
  run(simulation, 2.5);
  CHECK(read_output(simulation, "touch.normal_force")[2] == Approx(5.0 * kGravity).epsilon(1e-5));
  CHECK(read_output(simulation, "hinge.force")[2] == Approx(5.0 * kGravity).epsilon(1e-5));
}

TEST_CASE("by_reach: a state goes on bit for bit, flying or touching", "[contacts][state]") {
  for (const double at : {0.1, 0.4, 1.0}) {
    Simulation simulation(ball_on_spring(StepperKind::kByReach, true));
    run(simulation, at);
    const State saved = deserialize(serialize(simulation.state()));
    run(simulation, 0.7);
    Simulation other(ball_on_spring(StepperKind::kByReach, true));
    other.restore(saved);
    run(other, 0.7);
    CHECK(identical(other.state(), simulation.state()));
  }
}

TEST_CASE("by_reach: where joints need impulses it is spook, where nothing can touch rk4",
          "[contacts][steppers]") {
  Model model = falling_beam(StepperKind::kByReach);
  model.joints[0].drives.push_back({0, FrictionDrive{}});
  CHECK(Simulation(model).islands()[0].stepper == StepperKind::kSpook);
  CHECK(Simulation(ball_on_spring(StepperKind::kByReach, false)).islands()[0].stepper ==
        StepperKind::kRungeKutta4);
  Model theta = falling_beam(StepperKind::kByReach);
  theta.theta = 0.6;
  CHECK_THROWS_WITH(Simulation(theta),
                    Catch::Contains("integration.theta must be omitted where integration.stepper "
                                    "is not moreau_jean, got 0.6"));
}
