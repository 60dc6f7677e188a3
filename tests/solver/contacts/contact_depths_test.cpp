/// @file How deep shapes may be in each other before it is said.
#include "solver/simulation/limits/contact_depths.hpp"

#include "solver/model/contacts/material.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::testing;
using namespace raftup::solver;

namespace {

/// A box of 1 m whose bottom is so high over ground.
Model box_over_ground(double height, double step, StepperKind stepper) {
  Model model = stone_model(0.5, 0.0, step);
  model.stepper = stepper;
  add_ground(model, Plane{Vector3::UnitZ(), 0.0});
  Pose pose;
  pose.position.z() = 0.5 + height;
  add_solid(model, "box", Box{Vector3::Ones()}, 1000.0, pose);
  return model;
}

/// The same against ground that is a fender of .2 m.
Model box_on_fender(double height) {
  Model model = box_over_ground(height, 0.005, StepperKind::kSpook);
  Material rubber;
  rubber.name = "rubber";
  model.materials.push_back(rubber);
  model.shapes[0].material = "rubber";
  ContactMaterial pair;
  pair.material1 = "stone";
  pair.material2 = "rubber";
  FenderMaterial fender;
  fender.compression = {0.0, 0.1, 0.2};
  fender.reaction = {0.0, 3e4, 2e4};
  pair.fender = fender;
  model.contact_materials.push_back(pair);
  return model;
}

Findings said_after(const Model& model, double duration) {
  Simulation simulation(model);
  run(simulation, duration);
  return simulation.range_findings();
}

}  // namespace

TEST_CASE("depth of contacts: a box that rests is none, one that sinks in is said once",
          "[contacts][limits]") {
  CHECK(said_after(box_over_ground(0.0, 0.01, StepperKind::kSpook), 1.0).empty());
  const Findings said = said_after(box_over_ground(1.0, 0.02, StepperKind::kMoreauJean), 3.0);
  REQUIRE(said.size() == 1);
  CHECK(said[0].name == "contact_depth");
  CHECK(said[0].value > 0.00866);  // 1 % of the radius about its middle
  CHECK_THAT(said[0].message,
             Catch::StartsWith("shapes '/ground0' and 'box/hull' should overlap by at most 1 % of "
                               "the size of the smaller, 0.00866 m, overlap by ") &&
                 Catch::Contains("shorten integration.step"));
}

TEST_CASE("depth of contacts: what stopped inside comes out slowly under moreau_jean",
          "[contacts][limits]") {
  // It stops up to a step's way inside, and comes to rest with a hundredth of its size there: of
  // the radius about its middle.
  for (const double height : {1.0, 0.98, 0.95}) {
    Simulation simulation(box_over_ground(height, 0.02, StepperKind::kMoreauJean));
    const BodyState& box = simulation.state().bodies[0];
    run(simulation, 0.6);
    double deepest = 0.0;
    for (int n = 0; n < 600; ++n) {
      simulation.step();
      deepest = std::max(deepest, 0.5 - box.position.z());
      REQUIRE(box.velocity[2] <= 0.01 + 1e-9);
      REQUIRE(box.velocity[2] >= -1e-9);
    }
    INFO("fell " << height << " m, was " << deepest << " m inside");
    CHECK(deepest <= 0.02 * std::sqrt(2.0 * kGravity * height));
    CHECK(0.5 - box.position.z() ==
          Approx(std::min(deepest, 0.01 * 0.5 * std::sqrt(3.0))).epsilon(1e-6));
  }
}

TEST_CASE("depth of contacts: shapes that start in each other are said before any step",
          "[contacts][limits]") {
  const Findings said = said_after(box_over_ground(-0.1, 0.01, StepperKind::kSpook), 0.0);
  REQUIRE(said.size() == 1);
  CHECK(said[0].value == Approx(0.1));
  CHECK_THAT(said[0].message, Catch::Contains("overlap by 0.1 m at t = 0 s: move one of them"));
  const Model compliant = box_over_ground(-0.1, 0.001, StepperKind::kMidpoint);
  REQUIRE(said_after(compliant, 0.0).size() == 1);  // where contacts are loads, too
  Model sensor = box_over_ground(-0.1, 0.01, StepperKind::kSpook);
  sensor.shapes[0].role = ShapeRole::kSensor;  // feels and pushes nothing
  CHECK(said_after(sensor, 0.1).empty());
}

TEST_CASE("depth of contacts: a fender is said by the end of its curve, and holds beyond it",
          "[contacts][limits][fender]") {
  CHECK(said_after(box_on_fender(-0.15), 0.0).empty());
  Simulation simulation(box_on_fender(1.0));
  run(simulation, 3.0);
  const Findings said = simulation.range_findings();
  REQUIRE(said.size() == 1);
  CHECK(said[0].name == "beyond_curve");
  CHECK_THAT(said[0].message,
             Catch::Contains("should keep to the curve of their fender, which ends at a "
                             "compression of 0.2 m, were pressed by 0.2"));
  CHECK(read_output(simulation, "box.position")[2] > 0.0);
}
