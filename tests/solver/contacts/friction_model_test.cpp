// What bounds friction beside the exact cone.
#include "solver/model/contacts/material.hpp"
#include "solver/nonsmooth/one_step/friction_problem.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kMu = 0.3, kMass = 10.0, kShortStep = 0.005;
constexpr double kWeight = kMass * kGravity;

/// A flat block on the ground.
Model block_on_ground(FrictionModel friction) {
  Model model = stone_model(kMu, 0.0, kShortStep);
  model.contact_materials[0].friction_model = friction;
  add_ground(model, Plane{});
  add_solid(model, "block", Box{{1.0, 1.0, 0.2}}, kMass, {{0.0, 0.0, 0.1}, Quaternion::Identity()});
  return model;
}

/// Pushes at the ground for a step, so that nothing tips. @returns the speed that it gains
double gained(Simulation& simulation, const Vector3& force) {
  Vector6 wrench;
  wrench << force, 0.1 * force.y(), -0.1 * force.x(), 0.0;
  const Vector3 before = simulation.state().bodies[0].velocity.head<3>();
  simulation.add_wrench(0, wrench);
  simulation.step();
  return (simulation.state().bodies[0].velocity.head<3>() - before).norm();
}

/// The largest push in a direction that a block at rest does not feel.
bool holds(Model model, const Vector3& force) {
  Simulation simulation(std::move(model));
  run(simulation, 0.1);
  gained(simulation, 0.5 * force);  // it has been held in this direction before
  return gained(simulation, force) < 1e-8;
}

/// What slows a block that slides, over its mass.
Vector2 deceleration(Model model, const Vector2& direction) {
  model.bodies[0].linear_velocity.head<2>() = 2.0 * direction;
  Simulation simulation(std::move(model));
  run(simulation, 0.1);
  const Vector2 before = simulation.state().bodies[0].velocity.head<2>();
  run(simulation, 0.1);
  return (before - simulation.state().bodies[0].velocity.head<2>()) / 0.1;
}

const Vector3 kAlong(1.0, 0.0, 0.0);
const Vector3 kDiagonal = Vector3(1.0, 1.0, 0.0).normalized();

}  // namespace

TEST_CASE(
    "friction models: along an axis all hold mu times the weight, along a diagonal boxes more",
    "[contacts][friction][analytic]") {
  const double most = kMu * kWeight;
  for (const FrictionModel model :
       {FrictionModel::kCone, FrictionModel::kScaledBox, FrictionModel::kBox}) {
    INFO(name_of(model));
    const double diagonal = model == FrictionModel::kCone ? most : std::sqrt(2.0) * most;
    CHECK(holds(block_on_ground(model), 0.999 * most * kAlong));
    CHECK_FALSE(holds(block_on_ground(model), 1.01 * most * kAlong));
    CHECK(holds(block_on_ground(model), 0.999 * diagonal * kDiagonal));
    CHECK_FALSE(holds(block_on_ground(model), 1.01 * diagonal * kDiagonal));
  }
}

TEST_CASE(
    "friction models: what slides along a diagonal is slowed by mu g, by boxes along each axis",
    "[contacts][friction][analytic]") {
  const double slowed = kMu * kGravity;
  const Vector2 diagonal = kDiagonal.head<2>();
  const auto stepper = GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean);
  const auto of = [&](FrictionModel friction) {
    Model model = block_on_ground(friction);
    model.stepper = stepper;
    return deceleration(std::move(model), diagonal);
  };
  CHECK(of(FrictionModel::kCone).isApprox(slowed * diagonal, 1e-6));
  CHECK(of(FrictionModel::kScaledBox).isApprox(Vector2(slowed, slowed), 1e-6));
  CHECK(of(FrictionModel::kBox).isApprox(Vector2(slowed, slowed), 1e-6));
}

TEST_CASE("friction models: a guessed direction is right where the slip keeps its own",
          "[contacts][friction][analytic]") {
  Model model = block_on_ground(FrictionModel::kCone);
  model.contact_materials[0].exact = false;
  for (const double angle : {0.0, 0.3, 0.785, 1.4}) {
    const Vector2 direction(std::cos(angle), std::sin(angle));
    CHECK(deceleration(model, direction).isApprox(kMu * kGravity * direction, 1e-5));
  }
  const double most = kMu * kWeight;
  CHECK(holds(model, 0.999 * most * kDiagonal));
  CHECK_FALSE(holds(model, 1.01 * most * kDiagonal));
}

TEST_CASE("friction models: a box is late by a step, and begins with the weight",
          "[contacts][friction][analytic]") {
  Model laid_down = block_on_ground(FrictionModel::kBox);
  laid_down.bodies[0].pose.position.z() -= 1e-7;  // it touches
  Simulation simulation(std::move(laid_down));
  const double most = kMu * kWeight;
  // In the first step nothing is known but the weight.
  CHECK(gained(simulation, 1.5 * most * kAlong) ==
        Approx(0.5 * most / kMass * kShortStep).epsilon(1e-6));
  Simulation resting(block_on_ground(FrictionModel::kBox));
  run(resting, 0.1);
  const Vector3 pressed = 1.5 * most * kAlong - kWeight * Vector3::UnitZ();
  const double slips = gained(resting, pressed);
  CHECK(slips == Approx(0.5 * most / kMass * kShortStep).epsilon(1e-3));
  gained(resting, pressed);  // now twice the weight is known: it is stopped
  CHECK(gained(resting, pressed) < 1e-6);
}

TEST_CASE("friction models: a given normal force, alone or by the depth",
          "[contacts][friction][analytic]") {
  Model model = block_on_ground(FrictionModel::kConstant);
  ContactMaterial& pair = model.contact_materials[0];
  pair.normal_force = 5.0;  // of each of four points
  const double slowed = kMu * 4.0 * 5.0 / kMass;
  CHECK(deceleration(model, Vector2::UnitX()).isApprox(Vector2(slowed, 0.0), 1e-6));
  // Four springs of 1e5 N/m carry the weight at W/4e5.
  pair.stiffness = 1e5;
  pair.reference_depth = 2.0 * kWeight / 4e5;
  CHECK(deceleration(model, Vector2::UnitX()).isApprox(Vector2(0.5 * slowed, 0.0), 1e-3));
}

TEST_CASE("friction models: as loads they slow what slides by as much",
          "[contacts][friction][analytic]") {
  for (const FrictionModel of : {FrictionModel::kScaledBox, FrictionModel::kConstant}) {
    Model model = block_on_ground(of);
    model.stepper = StepperKind::kMidpoint;
    model.contact_materials[0].stiffness = 1e5;
    if (of == FrictionModel::kConstant) model.contact_materials[0].normal_force = kWeight / 4.0;
    const double slowed = kMu * kGravity;
    CHECK(deceleration(model, kDiagonal.head<2>()).isApprox(Vector2(slowed, slowed), 1e-3));
  }
}

TEST_CASE("friction models: a leaning stack of many contacts is solved with square sections",
          "[contacts][friction]") {
  Model model = stone_model(0.5, 0.0, kShortStep);
  model.contact_materials[0].friction_model = FrictionModel::kScaledBox;
  add_ground(model, ramp(0.3));
  const Quaternion turned = on_ramp(0.3) * Quaternion(Eigen::AngleAxisd(0.4, Vector3::UnitZ()));
  const Vector3 up = on_ramp(0.3) * Vector3::UnitZ();
  for (int i = 0; i < 5; ++i) {
    add_solid(model, "box" + std::to_string(i), Box{{1.0, 1.0, 0.5}}, 10.0,
              {(0.25 + 0.5 * i) * up, turned});
  }
  Simulation simulation(std::move(model));
  run(simulation, 0.5);  // throws where a residual stays above 1e-5
  for (const BodyState& body : simulation.state().bodies) {
    CHECK(body.velocity.norm() < 1e-3);  // .5 > tan .3: it stands
  }
}

TEST_CASE("square cones: two masses on a table have the forces that each axis allows",
          "[solver][nonsmooth][friction]") {
  using nonsmooth::FrictionCone;
  nonsmooth::OneStepProblem problem;
  problem.matrix = Vector3(2.0, 2.0, 2.0).asDiagonal();
  problem.offset = Vector3(-4.0, 6.0, -0.8);  // pressed by 2, slips at 3 and .4
  problem.lower = Vector3(0.0, -1e30, -1e30);
  problem.upper = Vector3(1e30, 1e30, 1e30);
  problem.cones = {FrictionCone{0, 2, 0.5, true}};
  const auto solution = nonsmooth::solve_friction_problem(problem, {}, 1e-13);
  CHECK(solution.multipliers.isApprox(Vector3(2.0, -1.0, 0.4), 1e-12));
  CHECK(nonsmooth::conic_residual(problem, solution.multipliers) < 1e-12);
  CHECK(nonsmooth::conic_residual(problem, Vector3(2.0, -0.9, 0.4)) > 1e-3);
}

TEST_CASE("friction models: what does not go together is refused", "[contacts][check]") {
  const auto paths_of = [](const auto& change) {
    Model model = block_on_ground(FrictionModel::kCone);
    change(model.contact_materials[0]);
    std::string paths;
    for (const Violation& violation : check(model)) paths += violation.path + " ";
    return paths;
  };
  const std::string pair = "contact_materials[0].";
  CHECK(paths_of([](ContactMaterial& of) { of.friction_model = FrictionModel::kConstant; }) ==
        pair + "normal_force ");
  CHECK(paths_of([](ContactMaterial& of) { of.normal_force = 5.0; }) == pair + "normal_force ");
  CHECK(paths_of([](ContactMaterial& of) { of.reference_depth = 0.1; }) ==
        pair + "reference_depth ");
  CHECK(paths_of([](ContactMaterial& of) {
          of.friction_model = FrictionModel::kBox;
          of.exact = false;
        }) == pair + "exact ");
  CHECK(paths_of([](ContactMaterial& of) {
          of.friction_model = FrictionModel::kConstant;
          of.normal_force = -1.0;
        }) == pair + "normal_force ");
  CHECK(paths_of([](ContactMaterial& of) { of.exact = false; }).empty());
}
