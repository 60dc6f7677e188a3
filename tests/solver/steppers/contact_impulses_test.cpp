// A ball that falls onto the ground, by the impulses of its contact alone.
#include "solver/dynamics/steppers/contact_impulses.hpp"

#include "solver/dynamics/system/multibody_system.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kBall = 3.0, kRadius = 0.5, kShort = 0.01, kGivesBack = 0.6;

Model ball_over_ground() {
  Model model = stone_model(0.0, kGivesBack, kShort);
  add_solid(model, "ball", Sphere{kRadius}, kBall, {});  // shape 1 of the pair
  add_ground(model, Plane{});
  return model;
}

/// Where a step begins.
struct FallingBall {
  FallingBall(double height, double speed) {
    bodies[0].place({0.0, 0.0, height}, Quaternion::Identity());
    bodies[0].velocity[2] = -speed;
    system.masses.compute_momenta(bodies);
    system.masses.factorise(bodies);
    contacts.find(bodies, {}, 0.0);
    if (!contacts.empty()) contacts.assemble(system.constraints, system.masses, bodies);
  }

  /// Does what is posed. @returns the impulse along z [N s]
  double push() {
    BodyVectors wrenches(1, Vector6::Zero());
    const MixedComplementarityProblem no_joints;
    CHECK(contacts.solve(no_joints, {}, bodies, wrenches).size() == 0);
    speed() += wrenches[0][2] / kBall;
    return wrenches[0][2];
  }

  double& speed() { return bodies[0].velocity[2]; }
  /// What the State would keep [N].
  double told_force() {
    contacts.write_forces();
    return system.contacts.pairs().at(0).points.at(0).force.z();
  }

  Model model = ball_over_ground();
  MultibodySystem system{model, {}, {}};
  Kinematics bodies = initial_kinematics(model);
  ContactImpulses contacts{system.contacts, model};
};

}  // namespace

TEST_CASE("contact impulses: a blow turns a ball round by e of its speed", "[contacts][analytic]") {
  FallingBall ball(kRadius - 1e-4, 2.0);
  REQUIRE(ball.contacts.struck(Spook(kShort)));
  CHECK_FALSE(ball.contacts.struck(MoreauJean(kShort, 0.5)));  // in its step
  ball.contacts.formulate_impacts(1.0);
  CHECK(ball.push() == Approx(kBall * (1.0 + kGivesBack) * 2.0).epsilon(1e-9));
  CHECK(ball.speed() == Approx(kGivesBack * 2.0).epsilon(1e-9));
}

TEST_CASE("contact impulses: what is told is the blow that was struck last and the step after it",
          "[contacts][analytic]") {
  FallingBall ball(kRadius, 2.0);
  ball.contacts.formulate_impacts(1.0);
  ball.push();
  ball.speed() = -2.0;  // struck anew, giving nothing back
  ball.contacts.formulate_impacts(0.0);
  CHECK(ball.push() == Approx(kBall * 2.0).epsilon(1e-9));
  ball.contacts.keep();
  CHECK(ball.told_force() == Approx(kBall * 2.0 / kShort).epsilon(1e-9));
  ball.speed() = -0.1;  // by its weight
  ball.contacts.measure_speeds(ball.bodies);
  ball.contacts.formulate_step(Spook(kShort), 1.0);
  CHECK(ball.push() == Approx(kBall * 0.1).epsilon(1e-3));  // but for its compliance
  ball.contacts.keep();
  CHECK(ball.told_force() == Approx(kBall * (2.0 + 0.1) / kShort).epsilon(1e-4));
}

TEST_CASE("contact impulses: what is drawn out faster than loads had drawn it in brings energy",
          "[contacts][energy]") {
  const double depth = 0.01, drawn_in = 0.1, drawn_out = 4.0 * depth / (9.0 * kShort);
  FallingBall ball(kRadius - depth, 0.0);
  for (const double share : {1.0, 1.1 * drawn_in / drawn_out, 0.9 * drawn_in / drawn_out}) {
    ball.speed() = -drawn_in;  // by its weight
    ball.contacts.formulate_step(Spook(kShort), share);
    ball.push();
    CHECK(ball.speed() == Approx(share * drawn_out).epsilon(1e-3));
    CHECK(ball.contacts.bounces_bring_energy(ball.bodies, 1.0) == (share * drawn_out > drawn_in));
    CHECK(ball.contacts.bounces_bring_energy(ball.bodies, 0.5));  // it was at rest
  }
}

TEST_CASE("contact impulses: none for a ball beyond the reach of a step", "[contacts]") {
  const FallingBall ball(10.0, 2.0);
  CHECK(ball.contacts.empty());
  CHECK_FALSE(ball.contacts.struck(Spook(kShort)));
}
