#include "solver/model/bodies/rotation.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

solver::Model damped_body() {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  auto body = weightless_body("body", 3.0, {2.0, 2.0, 2.0}, Vector3::Zero());
  body.linear_velocity_damping = {0.5, 2.0, 30.0};
  body.angular_velocity_damping = {1.0, 0.1, 10.0};
  model.bodies = {body};
  return model;
}

}  // namespace

TEST_CASE("velocity damping: each body axis decays by 1 + D h in every step of any stepper",
          "[solver][bodies][damping]") {
  solver::Model model = damped_body();
  model.stepper = GENERATE(solver::StepperKind::kRungeKutta4, solver::StepperKind::kMidpoint,
                           solver::StepperKind::kSpook, solver::StepperKind::kMoreauJean);
  model.bodies[0].pose.attitude = solver::exponential({0.3, -0.8, 0.4});
  const Vector3 start(1.0, -2.0, 3.0);
  model.bodies[0].linear_velocity = model.bodies[0].pose.attitude * start;
  Simulation simulation(model);
  for (int k = 1; k <= 100; ++k) {
    simulation.step();
    const solver::BodyState& body = simulation.state().bodies[0];
    const Vector3 factor = Vector3::Ones() + 0.05 * model.bodies[0].linear_velocity_damping;
    const Vector3 expected = start.array() / factor.array().pow(k);
    const Vector3 velocity = body.attitude.conjugate() * body.velocity.head<3>();
    // Round-off of one solution per step.
    REQUIRE((velocity - expected).norm() < 1e-15 * k * start.norm());
    REQUIRE((body.momentum.head<3>() - 3.0 * body.velocity.head<3>()).norm() < 1e-14);
  }
}

TEST_CASE("velocity damping: turning about one axis decays, the momentum with it",
          "[solver][bodies][damping]") {
  const int axis = GENERATE(0, 1, 2);
  solver::Model model = damped_body();
  model.bodies[0].angular_velocity = Vector3::Unit(axis);
  Simulation simulation(model);
  for (int k = 0; k < 40; ++k) simulation.step();
  const double factor = 1.0 + 0.05 * model.bodies[0].angular_velocity_damping[axis];
  const double expected = std::pow(factor, -40);
  const solver::BodyState& body = simulation.state().bodies[0];
  CHECK(std::abs(body.velocity[3 + axis] - expected) < 1e-14);
  CHECK(std::abs(body.momentum[3 + axis] - 2.0 * expected) < 1e-13);
}

TEST_CASE("velocity damping with added mass: M' stands in the coupled matrix",
          "[solver][bodies][damping]") {
  // Two bodies in heave: (M (1 + D h) + A) v+ = (M + A) v.
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  const std::array<bool, 6> heave{false, false, true, false, false, false};
  model.bodies = {weightless_body("a", 2.0, {1, 1, 1}, {0, 0, 0}, heave),
                  weightless_body("b", 1.0, {1, 1, 1}, {9, 0, 0}, heave)};
  model.bodies[0].linear_velocity_damping = {0, 0, 4.0};
  model.bodies[0].linear_velocity = {0, 0, 1.0};
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "a";
  water.body2 = "b";
  water.blocks.body1(2, 2) = 1.5;
  water.blocks.body2(2, 2) = 0.8;
  water.blocks.off_diagonal(2, 2) = -0.6;
  model.added_mass_interactions = {water};
  Simulation simulation(model);
  simulation.step();
  Eigen::Matrix2d W, damped;
  W << 3.5, -0.6, -0.6, 1.8;
  damped = W;
  damped(0, 0) += 2.0 * 4.0 * 0.1;
  const Vector2 expected = damped.inverse() * (W * Vector2(1.0, 0.0));
  CHECK(simulation.state().bodies[0].velocity[2] == Approx(expected[0]).epsilon(1e-14));
  CHECK(simulation.state().bodies[1].velocity[2] == Approx(expected[1]).epsilon(1e-14));
}

TEST_CASE("velocity damping of a pendulum: M' acts inside the joint", "[solver][bodies][damping]") {
  // m l^2 (1 + D h) + I takes the place of m l^2 + I about the hinge; no gravity.
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  auto rod = weightless_body("rod", 2.0, {0.5, 0.5, 0.5}, {3.0, 0.0, 0.0});
  rod.linear_velocity_damping = Vector3::Constant(1.5);
  rod.angular_velocity = {0.0, 0.2, 0.0};
  rod.linear_velocity = {0.0, 0.0, -0.6};
  model.bodies = {rod};
  solver::Joint hinge;
  hinge.name = "hinge";
  hinge.type = solver::JointType::kHinge;
  hinge.body1 = "rod";
  hinge.axis = Vector3::UnitY();
  model.joints = {hinge};
  Simulation simulation(model);
  simulation.step();
  const solver::BodyState& body = simulation.state().bodies[0];
  CHECK(body.velocity[4] == Approx(0.2 * 18.5 / (18.0 * 1.15 + 0.5)).epsilon(1e-9));
  CHECK(body.position.norm() == Approx(3.0).epsilon(1e-12));
}

TEST_CASE("velocity damping must not be negative", "[solver][bodies][damping]") {
  solver::Model model = damped_body();
  model.bodies[0].angular_velocity_damping[1] = -0.5;
  CHECK_THROWS_WITH(Simulation(model),
                    "bodies[0].angular_velocity_damping[1] must not be negative and must be "
                    "finite, got -0.5");
}

TEST_CASE("velocity damping: of a body with mass coefficients, v_k = v_0 / (1 + D h)^k as well",
          "[solver][bodies]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.bodies = {weightless_body("body", 2.0, {1.0, 2.0, 3.0}, {0.0, 0.0, 0.0})};
  solver::RigidBody& body = model.bodies.front();
  body.linear_velocity = {1.0, 2.0, 3.0};
  body.linear_velocity_damping = {0.5, 1.0, 2.0};
  body.mass_coefficients = {0.5, 1.0, 3.0};
  solver::Simulation simulation(model);
  for (int i = 0; i < 5; ++i) simulation.step();
  const Vector3 kept = (Vector3::Ones() + 0.1 * body.linear_velocity_damping).array().pow(-5.0);
  CHECK((read_output(simulation, "body.linear_velocity") - body.linear_velocity.cwiseProduct(kept))
            .norm() < 1e-14);
}
