// Cases K3 to K6: ships with added mass that meet each other, fenders and the seabed.
#include <algorithm>

#include "solver/model/contacts/material.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

/// A ship that slides in the water plane and turns about z, with diagonal added mass.
void add_ship(Model& model, const std::string& name, const Vector3& size, double mass,
              double yaw_inertia, const Vector3& position) {
  RigidBody ship = weightless_body(name, mass, {yaw_inertia, yaw_inertia, yaw_inertia}, position,
                                   {true, true, false, false, false, true});
  model.bodies.push_back(ship);
  model.shapes.push_back({"hull", name, Box{size}, {}, "stone", {}, Vector3::Zero()});
}

void add_water(Model& model, const std::string& body, double mass, double inertia) {
  AddedMassInteraction water;
  water.name = body + "_water";
  water.body1 = body;
  water.blocks.body1.diagonal() << mass, mass, 0.0, 0.0, 0.0, inertia;
  model.added_mass_interactions.push_back(water);
}

/// The two bodies of S1, in sway: M = 1, .6, A = [.8 -.15; -.15 .5] (1e6 kg).
Model two_ships(double coupling) {
  Model model = stone_model(0.0, 0.5, 0.01);
  add_ship(model, "one", {10.0, 2.0, 2.0}, 1e6, 1e8, {0.0, -1.0 + 1e-9, 0.0});
  model.contact_readers = {{"touch", "one", "two"}};
  add_ship(model, "two", {10.0, 2.0, 2.0}, 0.6e6, 1e8, {0.0, 1.0, 0.0});
  AddedMassInteraction water;
  water.name = "water";
  water.body1 = "one";
  water.body2 = "two";
  water.blocks.body1.diagonal() << 0.8e6, 0.8e6, 0.0, 0.0, 0.0, 1e6;
  water.blocks.body2.diagonal() << 0.5e6, 0.5e6, 0.0, 0.0, 0.0, 1e6;
  water.blocks.off_diagonal(1, 1) = coupling;
  model.added_mass_interactions.push_back(water);
  model.bodies[0].linear_velocity.y() = 1.0;
  return model;
}

/// A ship that comes along -y to a quay at y = 0 whose face is a fender of a table.
Model berthing(double approach, double offset, const FenderMaterial& fender) {
  Model model = stone_model(0.0, 0.0, 0.02);
  Material rubber;
  rubber.name = "rubber";
  model.materials.push_back(rubber);
  ContactMaterial pair;
  pair.material1 = "stone";
  pair.material2 = "rubber";
  pair.friction = 0.0;
  pair.fender = fender;
  model.contact_materials.push_back(pair);
  add_ground(model, Sphere{0.5}, {{offset, -0.5, 0.0}, Quaternion::Identity()}, "rubber");
  add_ship(model, "ship", {80.0, 10.0, 8.0}, 5e6, 2.5e9, {0.0, 0.05, 0.0});
  // The face goes through the centre of mass: its arm stays 20 m as the ship turns.
  model.shapes.back().pose.position.y() = 5.0;
  add_water(model, "ship", 4e6, 1.5e9);
  model.bodies[0].linear_velocity.y() = -approach;
  return model;
}

struct Berthing {
  double depth = 0.0, force = 0.0, contact_time = 0.0, exit_speed = 0.0, deepest_time = 0.0;
};

/// Runs until the fender is free again. Where it is touched and left is in a straight line between
/// the depths of two steps.
Berthing berth(Model model) {
  const double step = 0.02, approach = -model.bodies[0].linear_velocity.y();
  Simulation simulation(std::move(model));
  Berthing result;
  double before = 0.0, touched = 0.0;
  for (int n = 0; n < 2000; ++n) {
    simulation.step();
    const double start = step * n;  // of the step, where the depth is taken
    const double depth = read_output(simulation, "touch.depth")[0];
    if (before == 0.0 && depth > 0.0) touched = start - depth / approach;
    if (depth > result.depth) result.deepest_time = start - touched;
    result.depth = std::max(result.depth, depth);
    result.force = std::max(result.force, read_output(simulation, "touch.normal_force")[1]);
    if (before > 0.0 && depth == 0.0) break;
    if (depth < before) {
      result.contact_time = start + step * depth / (before - depth) - touched;
    }
    before = depth;
  }
  result.exit_speed = simulation.state().bodies[0].velocity[1];
  return result;
}

FenderMaterial linear_fender(double stiffness) {
  FenderMaterial fender;
  fender.compression = {0.0, 1.0};
  fender.reaction = {0.0, stiffness};
  return fender;
}

FenderMaterial table_fender() {
  FenderMaterial fender;
  fender.compression = {0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
  fender.reaction = {0.0, 180e3, 320e3, 460e3, 480e3, 500e3, 760e3};
  return fender;
}

}  // namespace

TEST_CASE("impact: two ships exchange what their coupled added mass makes of it",
          "[contacts][added_mass][analytic]") {
  for (const StepperKind stepper : {StepperKind::kSpook, StepperKind::kMoreauJean}) {
    Model model = two_ships(-0.15e6);
    model.stepper = stepper;
    Simulation simulation(std::move(model));
    simulation.step();
    const VectorXd force = read_output(simulation, "touch.normal_force");
    CHECK(std::abs(force[1]) * 0.01 == Approx(1129326.923).epsilon(1e-9));
    CHECK(simulation.state().bodies[0].velocity[1] == Approx(0.4519230769).epsilon(1e-9));
    CHECK(simulation.state().bodies[1].velocity[1] == Approx(0.9519230769).epsilon(1e-9));
  }
  Simulation uncoupled(two_ships(0.0));
  uncoupled.step();
  CHECK(std::abs(read_output(uncoupled, "touch.normal_force")[1]) * 0.01 ==
        Approx(1024137.931).epsilon(1e-9));
}

TEST_CASE("fender: a berthing 20 m off the centre meets the closed form",
          "[contacts][fender][analytic]") {
  const Berthing met = berth(berthing(0.2, 20.0, linear_fender(1e6)));
  CHECK(met.depth == Approx(0.4352858).epsilon(1e-3));
  CHECK(met.force == Approx(435285.75).epsilon(1e-3));
  CHECK(met.contact_time == Approx(6.837453).epsilon(1e-3));
  FenderMaterial lossy = linear_fender(1e6);
  lossy.hysteresis = 0.3;
  CHECK(berth(berthing(0.2, 0.0, lossy)).exit_speed == Approx(0.1707630).epsilon(1e-3));
}

TEST_CASE("fender: a table, met and left with what it gives back", "[contacts][fender][analytic]") {
  const Berthing met = berth(berthing(0.15, 0.0, table_fender()));
  CHECK(met.depth == Approx(0.29635139).epsilon(1e-4));
  CHECK(met.force == Approx(479270.28).epsilon(1e-4));
  CHECK(met.deepest_time == Approx(3.4320716).epsilon(0.0).margin(0.02));
  CHECK(met.exit_speed == Approx(0.15).epsilon(1e-4));
  FenderMaterial lossy = table_fender();
  lossy.hysteresis = 0.35;
  CHECK(berth(berthing(0.15, 0.0, lossy)).exit_speed == Approx(0.12318714).epsilon(1e-4));
}

TEST_CASE("fender: as a load it meets the table's closed form too",
          "[contacts][fender][analytic]") {
  for (const StepperKind stepper : {StepperKind::kMidpoint, StepperKind::kRungeKutta4}) {
    Model model = berthing(0.15, 0.0, table_fender());
    model.stepper = stepper;
    const Berthing met = berth(std::move(model));
    INFO(name_of(stepper));
    CHECK(met.depth == Approx(0.29635139).epsilon(1e-4));
    CHECK(met.force == Approx(479270.28).epsilon(1e-4));
    CHECK(met.exit_speed == Approx(0.15).epsilon(1e-4));
    FenderMaterial lossy = table_fender();
    lossy.hysteresis = 0.35;
    Model returning = berthing(0.15, 0.0, lossy);
    returning.stepper = stepper;
    CHECK(berth(std::move(returning)).exit_speed == Approx(0.12318714).epsilon(1e-4));
  }
}

TEST_CASE("fender: a state within a compression goes on bit for bit, as a load too",
          "[contacts][fender][state]") {
  FenderMaterial lossy = table_fender();
  lossy.hysteresis = 0.35;
  for (const StepperKind stepper : {StepperKind::kSpook, StepperKind::kMidpoint}) {
    Model model = berthing(0.15, 0.0, lossy);
    model.stepper = stepper;
    Simulation simulation(model);
    run(simulation, 4.5);  // on its way back
    REQUIRE(simulation.state().contacts.at(0).greatest_depth > 0.29);
    Simulation other(model);
    other.restore(deserialize(serialize(simulation.state())));
    run(simulation, 5.0);
    run(other, 5.0);
    CHECK(identical(other.state(), simulation.state()));
  }
}

TEST_CASE("fender: a factor of the speed at touch and a damper", "[contacts][fender]") {
  FenderMaterial fender = linear_fender(1e6);
  fender.speed = {0.1, 0.3};
  fender.speed_factor = {1.0, 1.2};
  const double k = 1.1e6;  // between them
  const Berthing met = berth(berthing(0.2, 0.0, fender));
  CHECK(met.depth == Approx(0.2 * std::sqrt(9e6 / k)).epsilon(1e-3));
  FenderMaterial damped = linear_fender(1e6);
  damped.damping = 1e6;
  CHECK(berth(berthing(0.2, 0.0, damped)).exit_speed < 0.15);
}

TEST_CASE("grounding: a ship .4 m too low for the seabed rests on it", "[contacts][analytic]") {
  Model model = stone_model(0.5, 0.0, 0.02);
  add_ground(model, Plane{Vector3::UnitZ(), 4.0});
  RigidBody ship = weightless_body("ship", 5e6, {1e9, 4e9, 4e9}, {0.0, 0.0, 0.0});
  model.bodies.push_back(ship);
  model.shapes.push_back(
      {"hull", "ship", Box{{80.0, 20.0, 8.0}}, {}, "stone", {}, Vector3::Zero()});
  Vector6 stiffness, damping;
  stiffness << 1e5, 1e5, 2.8e6, 1e9, 1e9, 1e8;
  damping << 1e6, 1e6, 4e6, 1e9, 1e9, 1e8;
  Load water = mooring("water", "ship", stiffness, damping);
  Pose rest;
  rest.position.z() = -0.4;
  water.kind.get<LinearMooring>().rest_pose = rest;
  model.loads.push_back(water);
  Simulation simulation(std::move(model));
  run(simulation, 60.0);
  CHECK(read_output(simulation, "touch.normal_force")[2] == Approx(1.12e6).epsilon(1e-3));
}
