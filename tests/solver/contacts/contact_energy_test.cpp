// Energy of what touches: never more than there was, but for what a step leaves.
#include <algorithm>
#include <cmath>

#include "solver/model/contacts/material.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

double mechanical_energy(Simulation& simulation) {
  return read_number(simulation, "energy.kinetic") + read_number(simulation, "energy.potential");
}

/// By how much the energy comes above that of the start, of it. What fenders and other contacts
/// store is not in it, and never negative.
double largest_gain(Model model, double step, double duration) {
  model.step_ns = nanoseconds(step);
  Simulation simulation(std::move(model));
  const double start = mechanical_energy(simulation);
  double largest = start;
  for (int n = 0; step * n < duration; ++n) {
    simulation.step();
    largest = std::max(largest, mechanical_energy(simulation));
  }
  return (largest - start) / start;
}

/// Twenty balls of rubber on the side of the first ship, and eight lines between the two.
void add_fenders_and_hawsers(Model& model) {
  for (int i = 0; i < 20; ++i) {
    Pose place;
    place.position = {-47.5 + 5.0 * i, 5.5, 0.0};
    model.shapes.push_back(
        {"fender" + std::to_string(i), "one", Sphere{0.5}, place, "rubber", {}, Vector3::Zero()});
  }
  for (int i = 0; i < 8; ++i) {
    PointSpring hawser;
    hawser.body1 = "one";
    hawser.body2 = "two";
    hawser.point1 = {-40.0 + 10.0 * i, 0.0, 0.0};
    hawser.point2 = {i % 2 == 0 ? -55.0 + 10.0 * i : -25.0 + 10.0 * i, 0.0, 0.0};
    hawser.stiffness = 4e4;
    hawser.tension_only = true;
    hawser.rest_length = 19.2;
    model.loads.push_back({"hawser" + std::to_string(i), hawser});
  }
}

/// Two ships in the water plane, coupled by added mass with its Munk moments, twenty fenders
/// between them and eight hawsers that pull them together again.
Model ships_alongside(StepperKind stepper, double hysteresis, double friction) {
  Model model = stone_model(friction, 0.0, 0.02);
  model.contact_readers.clear();
  model.stepper = stepper;
  model.materials.push_back({});
  model.materials.back().name = "rubber";
  ContactMaterial pair;
  pair.material1 = "stone";
  pair.material2 = "rubber";
  pair.friction = friction;
  pair.fender.emplace();
  pair.fender->compression = {0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
  pair.fender->reaction = {0.0, 36e3, 64e3, 92e3, 96e3, 100e3, 152e3};
  pair.fender->hysteresis = hysteresis;
  model.contact_materials.push_back(pair);
  const auto add_ship = [&](const char* name, double y, double mass) {
    model.bodies.push_back(weightless_body(name, mass, {1e9, 400.0 * mass, 400.0 * mass},
                                           {0.0, y, 0.0}, {true, true, false, false, false, true}));
    model.shapes.push_back(
        {"hull", name, Box{{100.0, 10.0, 10.0}}, {}, "stone", {}, Vector3::Zero()});
  };
  add_ship("one", 0.0, 1e6);
  add_ship("two", 11.3, 0.6e6);
  AddedMassInteraction water;
  water.name = "water";
  water.body1 = "one";
  water.body2 = "two";
  water.blocks.body1.diagonal() << 0.1e6, 0.8e6, 0.0, 0.0, 0.0, 2e8;
  water.blocks.body2.diagonal() << 0.05e6, 0.5e6, 0.0, 0.0, 0.0, 1e8;
  water.blocks.off_diagonal(1, 1) = -0.15e6;
  water.coriolis = AddedMassCoriolis::kFull;
  model.added_mass_interactions.push_back(water);
  add_fenders_and_hawsers(model);
  model.bodies[1].linear_velocity = {0.1, -0.3, 0.0};
  model.bodies[1].angular_velocity.z() = 0.003;
  return model;
}

constexpr double kBallMass = 100.0, kHeight = 0.2, kSpringOfFloor = 1e5;  // kg, m, N/m

/// What a bounce on a spring without damper does to the energy of a ball [J].
double gain_of_a_bounce(StepperKind stepper, double step) {
  Model model = stone_model(0.0, 0.0, step);
  model.stepper = stepper;
  model.contact_materials[0].stiffness = kSpringOfFloor;
  model.contact_materials[0].damping_time = 0.0;
  add_ground(model, Plane{});
  add_solid(model, "ball", Sphere{0.5}, kBallMass,
            {{0.0, 0.0, 0.5 + kHeight}, Quaternion::Identity()});
  Simulation simulation(std::move(model));
  const double start = mechanical_energy(simulation);
  const auto& ball = simulation.state().bodies[0];
  while (ball.velocity[2] <= 0.0 || ball.position.z() < 0.5 + 0.25 * kHeight) simulation.step();
  return mechanical_energy(simulation) - start;
}

/// A weight that swings at 16 rad/s on a ball joint that yields, without damping.
Model weight_on_a_compliant_joint(double step) {
  Model model;
  model.gravity = kGravity;
  model.step_ns = nanoseconds(step);
  model.stepper = StepperKind::kMoreauJean;
  model.bodies = {weightless_body("weight", 4.0, Vector3::Ones(), Vector3::Zero())};
  model.bodies[0].gravity = true;
  Joint joint;
  joint.name = "spring";
  joint.type = JointType::kBall;
  joint.body1 = "weight";
  joint.compliance = 1e-3;
  joint.damping_time = 0.0;
  model.joints = {joint};
  return model;
}

/// A block of 10 kg that is thrown at the ground, tumbling.
/// @param number of the throw: each has another attitude, velocity and spin
Model thrown_block(const Vector3& edges, double friction, double restitution, int number) {
  Model model = stone_model(friction, restitution, 0.02);
  add_ground(model, Plane{});
  const Vector3 axis = Vector3(1.0, 0.4 * number, 0.2).normalized();
  add_solid(model, "block", Box{edges}, 10.0,
            {{0.0, 0.0, 2.0}, Quaternion(Eigen::AngleAxisd(0.3 * number, axis))});
  model.bodies[0].linear_velocity = {6.0 - number, 0.5 * number, -2.0};
  model.bodies[0].angular_velocity = {1.0 + number, 9.0 - 2.0 * number, -2.0 + number};
  return model;
}

}  // namespace

TEST_CASE("energy: two ships on twenty fenders and eight hawsers never gain any",
          "[contacts][energy]") {
  for (const StepperKind stepper :
       {StepperKind::kSpook, StepperKind::kMoreauJean, StepperKind::kMidpoint}) {
    INFO("stepper " << static_cast<int>(stepper));
    // Ten minutes of berthing again and again; adrift they keep their energy to h^2.
    CHECK(largest_gain(ships_alongside(stepper, 0.35, 0.3), 0.02, 600.0) <= 1e-6);
  }
}

TEST_CASE("energy: fenders that lose nothing give none under moreau_jean", "[contacts][energy]") {
  CHECK(largest_gain(ships_alongside(StepperKind::kMoreauJean, 0.0, 0.0), 0.02, 120.0) <= 1e-6);
}

TEST_CASE("energy: what bounces gains none however far it turns within a step",
          "[contacts][energy]") {
  // The corner of the rod goes .2 m in a step of .02 s, twice its thickness, and a blow on it makes
  // it spin by some radians a step about its length, of a two-hundredth of the inertia.
  const Vector3 rod(2.0, 0.1, 0.1), plank(2.0, 0.3, 0.1), brick(0.6, 0.4, 0.2);
  for (const StepperKind stepper : {StepperKind::kSpook, StepperKind::kMoreauJean}) {
    for (const Vector3& edges : {rod, plank, brick}) {
      for (const double friction : {0.0, 0.5}) {
        for (const double restitution : {0.8, 1.0}) {
          for (const int number : {1, 4, 7}) {
            INFO("stepper " << static_cast<int>(stepper) << ", edges " << edges.transpose()
                            << ", mu " << friction << ", e " << restitution << ", throw "
                            << number);
            Model model = thrown_block(edges, friction, restitution, number);
            model.stepper = stepper;
            CHECK(largest_gain(model, 0.02, 10.0) <= 1e-9);
            CHECK(largest_gain(std::move(model), 0.005, 5.0) <= 1e-9);
          }
        }
      }
    }
  }
}

TEST_CASE("energy: a rod that gives all back without friction keeps its energy under moreau_jean",
          "[contacts][energy][analytic]") {
  Model model = thrown_block({2.0, 0.1, 0.1}, 0.0, 1.0, 1);
  model.stepper = StepperKind::kMoreauJean;
  Simulation simulation(std::move(model));
  const double start = mechanical_energy(simulation);
  for (int n = 0; n < 500; ++n) {
    simulation.step();
    REQUIRE(mechanical_energy(simulation) == Approx(start).epsilon(1e-9));
  }
}

TEST_CASE("energy: a bounce on a spring is off by the order of its stepper",
          "[contacts][energy][analytic]") {
  const double speed = std::sqrt(2.0 * kGravity * kHeight);
  for (const double step : {0.004, 0.002, 0.001}) {
    INFO("h " << step);
    // Of the energy, h omega being how much of a bounce a step is.
    const double second_order =
        kSpringOfFloor / kBallMass * step * step * kBallMass * kGravity * kHeight;
    // Poses go by v+ alone while it touches, which the weight makes h F (v+ - v-) / 2.
    CHECK(gain_of_a_bounce(StepperKind::kSpook, step) ==
          Approx(step * kBallMass * kGravity * speed).epsilon(0.0).margin(0.5 * second_order));
    const double implicit = gain_of_a_bounce(StepperKind::kMoreauJean, step);
    CHECK(implicit <= 1e-9);
    CHECK(implicit >= -1.5 * second_order);
    CHECK(std::abs(gain_of_a_bounce(StepperKind::kMidpoint, step)) <= second_order);
  }
}

TEST_CASE("energy: what swings on a compliant joint under moreau_jean gains none",
          "[joints][energy]") {
  for (const double step : {0.05, 0.01}) {
    Simulation simulation(weight_on_a_compliant_joint(step));
    const double start = mechanical_energy(simulation);
    double highest = 0.0;
    for (int n = 0; n < 2000; ++n) {
      simulation.step();
      REQUIRE(mechanical_energy(simulation) <= start + 1e-9);
      highest = std::max(highest, simulation.state().bodies[0].position.z());
    }
    CHECK(highest <= 1e-9);
  }
}
