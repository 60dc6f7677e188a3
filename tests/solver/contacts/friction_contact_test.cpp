// Cases K2, K7 and K9: bodies on ramps, belts and each other.
#include "solver/model/contacts/material.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kStep = 0.01;

/// A solid that touches a ramp, its lowest point `reach` below its centre.
Model on_a_ramp(const Geometry& geometry, double reach, double angle, double friction,
                const Quaternion& attitude) {
  Model model = stone_model(friction, 0.0, kStep);
  add_ground(model, ramp(angle));
  add_solid(model, "solid", geometry, 10.0,
            {reach * Vector3(std::sin(angle), 0.0, std::cos(angle)), attitude});
  return model;
}

/// Speed down the ramp [m/s].
double down(const Simulation& simulation, double angle) {
  const Vector3 v = simulation.state().bodies[0].velocity.head<3>();
  return v.dot(Vector3(std::cos(angle), 0.0, -std::sin(angle)));
}

double acceleration(Model model, double angle) {
  Simulation simulation(std::move(model));
  run(simulation, 0.2);
  const double before = down(simulation, angle);
  run(simulation, 0.5);
  return (down(simulation, angle) - before) / 0.5;
}

Model block_on_ramp(double angle, double friction) {
  return on_a_ramp(Box{{1.0, 0.8, 0.4}}, 0.2, angle, friction, on_ramp(angle));
}

/// A capsule whose axis is level and across the slope.
Model capsule_on_ramp(double angle, double friction) {
  return on_a_ramp(Capsule{0.1, 0.4}, 0.1, angle, friction,
                   Quaternion(Eigen::AngleAxisd(-0.5 * kPi, Vector3::UnitX())));
}

}  // namespace

TEST_CASE("friction: a block on a ramp sticks up to atan(mu) and slides beyond",
          "[contacts][friction][analytic]") {
  const double mu = 0.4, edge = std::atan(mu);
  for (const StepperKind stepper : {StepperKind::kSpook, StepperKind::kMoreauJean}) {
    Model sticking = block_on_ramp(edge - 1e-3, mu);
    sticking.stepper = stepper;
    Simulation rests(std::move(sticking));
    run(rests, 0.5);
    const Vector3 settled = rests.state().bodies[0].position;
    run(rests, 1.0);
    CHECK((rests.state().bodies[0].position - settled).norm() <= 1e-6);

    for (const double angle : {edge + 1e-3, 0.7}) {
      Model sliding = block_on_ramp(angle, mu);
      sliding.stepper = stepper;
      const double expected = kGravity * (std::sin(angle) - mu * std::cos(angle));
      CHECK(acceleration(std::move(sliding), angle) == Approx(expected).epsilon(1e-6));
    }
  }
}

TEST_CASE("friction: pushed at 45 deg to its axes a block meets mu times its weight",
          "[contacts][friction][analytic]") {
  Model model = stone_model(0.3, 0.0, kStep);
  add_ground(model, Plane{});
  add_solid(model, "block", Box{{1.0, 1.0, 0.2}}, 10.0, {{0.0, 0.0, 0.1}, yawed(0.0)});
  Simulation simulation(std::move(model));
  run(simulation, 0.1);
  const double most = 0.3 * 10.0 * kGravity;
  const auto push = [&](double force) {
    Vector6 wrench = Vector6::Zero();
    wrench.head<2>().setConstant(force / std::sqrt(2.0));
    wrench[4] = -0.1 * wrench[0], wrench[3] = 0.1 * wrench[1];  // at the ground: it does not tip
    simulation.add_wrench(0, wrench);
    simulation.step();
    return simulation.state().bodies[0].velocity.head<2>().norm();
  };
  CHECK(push(0.999 * most) < 1e-9);
  CHECK(read_output(simulation, "touch.friction_force").head<2>().norm() ==
        Approx(0.999 * most).epsilon(1e-7));
  CHECK(push(1.1 * most) == Approx(0.1 * most / 10.0 * kStep).epsilon(1e-6));
}

TEST_CASE("friction: an ellipse of two coefficients along a direction of a body",
          "[contacts][friction][analytic]") {
  Model model = stone_model(0.6, 0.0, kStep);
  model.contact_materials[0].secondary_friction = 0.2;
  model.contact_materials[0].direction = Vector3(1.0, 0.0, 0.0);
  model.contact_materials[0].direction_body = "block";
  add_ground(model, Plane{});
  add_solid(model, "block", Box{{1.0, 1.0, 0.2}}, 10.0, {{0.0, 0.0, 0.1}, yawed(0.5)});
  const double weight = 10.0 * kGravity;
  const Vector3 along(std::cos(0.5), std::sin(0.5), 0.0), across(-along.y(), along.x(), 0.0);
  for (const auto& [direction, mu] : {std::pair(along, 0.6), std::pair(across, 0.2)}) {
    Model sliding = model;
    sliding.bodies[0].linear_velocity = 3.0 * direction;
    Simulation simulation(std::move(sliding));
    run(simulation, 0.1);
    const VectorXd friction = read_output(simulation, "touch.friction_force");
    CHECK((friction + mu * weight * direction).norm() < 1e-6 * weight);
  }
}

TEST_CASE("friction: what rolls down a ramp", "[contacts][friction][analytic]") {
  const double slope = 20.0 * kPi / 180.0;
  CHECK(acceleration(capsule_on_ramp(slope, 0.5), slope) == Approx(2.2747238).epsilon(1e-5));
  const double gentle = 15.0 * kPi / 180.0, steep = 40.0 * kPi / 180.0;
  const auto sphere = [](double angle, double mu) {
    return on_a_ramp(Sphere{0.2}, 0.2, angle, mu, Quaternion::Identity());
  };
  CHECK(acceleration(sphere(gentle, 0.08), gentle) == Approx(1.8135820).epsilon(1e-5));
  CHECK(acceleration(sphere(steep, 0.2), steep) == Approx(4.8027673).epsilon(1e-5));
}

TEST_CASE("friction: a sphere that slides at 1 m/s rolls at 5/7 of that",
          "[contacts][friction][analytic]") {
  Model model = stone_model(0.3, 0.0, 0.001);
  add_ground(model, Plane{});
  add_solid(model, "ball", Sphere{0.1}, 2.0, {{0.0, 0.0, 0.1}, Quaternion::Identity()});
  model.bodies[0].linear_velocity.x() = 1.0;
  Simulation simulation(std::move(model));
  const double until = 2.0 / (7.0 * 0.3 * kGravity);
  run(simulation, 0.9 * until);
  const auto slip = [&] {
    const Vector6& v = simulation.state().bodies[0].velocity;
    return v[0] - 0.1 * v[4];
  };
  CHECK(slip() > 0.09);
  run(simulation, 0.2 * until);
  CHECK(std::abs(slip()) < 1e-6);
  CHECK(simulation.state().bodies[0].velocity[0] == Approx(5.0 / 7.0).epsilon(1e-4));
}

TEST_CASE("friction: a box put on a belt slips until it has its speed",
          "[contacts][friction][analytic]") {
  Model model = stone_model(0.3, 0.0, 0.001);
  add_ground(model, Box{{20.0, 2.0, 1.0}}, {{0.0, 0.0, -0.5}, Quaternion::Identity()});
  add_solid(model, "box", Box{{0.4, 0.4, 0.1}}, 5.0, {{0.0, 0.0, 0.05}, Quaternion::Identity()});
  model.inputs.push_back({"belt", SurfaceVelocity{"/ground0"}});
  Simulation simulation(std::move(model));
  run(simulation, 0.1);
  const double start = simulation.state().bodies[0].position.x();
  const std::array<double, 3> speed{1.0, 0.0, 0.0};
  simulation.write_input(0, simulation.time_ns(), speed);
  run(simulation, 0.339789);
  CHECK(simulation.state().bodies[0].velocity[0] == Approx(1.0).epsilon(2e-3));
  CHECK(0.339789 - (simulation.state().bodies[0].position.x() - start) ==
        Approx(0.169895).epsilon(0.0).margin(1e-3));
  run(simulation, 0.2);
  CHECK(simulation.state().bodies[0].velocity[0] == Approx(1.0).epsilon(1e-9));
}

TEST_CASE("compliance: a box on four points is as deep as its weight makes it",
          "[contacts][analytic]") {
  Model model = stone_model(0.5, 0.0, kStep);
  model.contact_materials[0].stiffness = 1e7;
  add_ground(model, Plane{});
  add_solid(model, "box", Box{{1.0, 1.0, 1.0}}, 1000.0, {{0.0, 0.0, 0.5}, yawed(0.0)});
  Simulation simulation(std::move(model));
  run(simulation, 3.0);
  CHECK(read_output(simulation, "touch.depth")[0] == Approx(2.4525e-4).epsilon(1e-6));
  CHECK(read_output(simulation, "touch.count")[0] == 4.0);
  CHECK(read_output(simulation, "touch.normal_force")[2] == Approx(9810.0).epsilon(1e-8));
}

TEST_CASE("compliance: as a load it keeps the energy of a bounce and the depth of rest",
          "[contacts][energy][analytic]") {
  Model model = stone_model(0.0, 0.0, 0.002);
  model.stepper = StepperKind::kMidpoint;
  model.contact_materials[0].stiffness = 1e5;
  model.contact_materials[0].damping_time = 0.0;
  add_ground(model, Plane{});
  add_solid(model, "ball", Sphere{0.5}, 100.0, {{0.0, 0.0, 0.7}, Quaternion::Identity()});
  double highest = 0.0;
  Simulation bounces(model);
  const double fall = std::sqrt(2.0 * 0.2 / kGravity), omega = std::sqrt(1e5 / 100.0);
  run(bounces, 2.0 * fall);  // at the top again after pi/omega + more
  for (int n = 0; n < 200; ++n) {
    bounces.step();
    highest = std::max(highest, bounces.state().bodies[0].position.z());
  }
  CHECK(highest == Approx(0.7).epsilon(0.0).margin(0.2 * omega * 0.002 * omega * 0.002));
  model.contact_materials[0].damping_time = 0.05;
  Simulation rests(model);
  run(rests, 3.0);
  CHECK(read_output(rests, "touch.depth")[0] == Approx(100.0 * kGravity / 1e5).epsilon(1e-6));
  CHECK(read_output(rests, "touch.normal_force")[2] == Approx(100.0 * kGravity).epsilon(1e-6));
}

TEST_CASE("compliance: as a load friction slows what slides and creeps where it holds",
          "[contacts][friction][analytic]") {
  const double mu = 0.4, gentle = 0.3, steep = 0.7;
  for (const double angle : {gentle, steep}) {
    Model model = block_on_ramp(angle, mu);
    model.stepper = StepperKind::kMidpoint;
    model.contact_materials[0].stiffness = 1e5;
    const double expected = kGravity * (std::sin(angle) - mu * std::cos(angle));
    if (angle == steep) {
      CHECK(acceleration(std::move(model), angle) == Approx(expected).epsilon(1e-6));
      continue;
    }
    Simulation creeps(std::move(model));
    run(creeps, 1.0);
    CHECK(down(creeps, angle) == Approx(0.01 * std::tan(angle) / mu).epsilon(1e-6));
  }
}

TEST_CASE("adhesion: 500 N hold 499 N and not 501 N", "[contacts][analytic]") {
  Model model = stone_model(0.5, 0.0, kStep);
  model.contact_materials[0].adhesion_force = 500.0;
  model.contact_materials[0].adhesion_overlap = 1e-3;
  add_ground(model, Plane{});
  add_solid(model, "box", Box{{1.0, 1.0, 1.0}}, 100.0, {{0.0, 0.0, 0.4995}, yawed(0.0)});
  model.bodies[0].gravity = false;
  for (const auto& [pull, holds] : {std::pair(499.0, true), std::pair(501.0, false)}) {
    Simulation simulation(model);
    run(simulation, 0.5);
    for (int n = 0; n < 300; ++n) {
      Vector6 wrench = Vector6::Zero();
      wrench[2] = pull;
      simulation.add_wrench(0, wrench);
      simulation.step();
    }
    const double height = simulation.state().bodies[0].position.z();
    INFO(pull << " N: " << height);
    CHECK((height < 0.5001) == holds);
  }
}

TEST_CASE("stack: ten boxes rest on each other with their weights",
          "[contacts][friction][analytic]") {
  Model model = stone_model(0.6, 0.0, kStep);
  model.contact_materials[0].stiffness = 1e10;
  add_ground(model, Plane{});
  for (int i = 0; i < 10; ++i) {
    add_solid(model, "box" + std::to_string(i), Box{{1.0, 1.0, 1.0}}, 1000.0,
              {{0.0, 0.0, 0.5 + i}, Quaternion::Identity()});
    model.contact_readers.push_back({"level" + std::to_string(i), "box" + std::to_string(i),
                                     i == 0 ? "/ground0" : "box" + std::to_string(i - 1)});
  }
  Simulation simulation(model);
  run(simulation, 5.0);
  for (int i = 0; i < 10; ++i) {
    INFO("box " << i);
    const Vector3 place = simulation.state().bodies[static_cast<std::size_t>(i)].position;
    CHECK((place - Vector3(0.0, 0.0, 0.5 + i)).norm() <= 1e-4);
    CHECK(read_output(simulation, "level" + std::to_string(i) + ".normal_force")[2] ==
          Approx((10 - i) * 1000.0 * kGravity).epsilon(1e-8));
  }
}
