#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointType;
using solver::Simulation;
using solver::StepperKind;

namespace {

/// Two slender bodies with added mass of their own and of each other, hinged, sprung to the world,
/// swinging in the vertical plane: every kind of force that a step must place in its order.
solver::Model hinged_pair(StepperKind stepper, double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.stepper = stepper;
  model.bodies = {weightless_body("aft", 4.0, {1.0, 3.0, 3.0}, {-1.0, 0.0, 0.0}),
                  weightless_body("fore", 3.0, {1.0, 2.0, 2.0}, {1.0, 0.0, 0.0})};
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "aft";
  water.body2 = "fore";
  water.blocks.body1.diagonal() << 0.5, 2.0, 3.0, 0.1, 1.0, 1.0;
  water.blocks.body2.diagonal() << 0.5, 1.0, 2.0, 0.1, 1.0, 1.0;
  water.blocks.off_diagonal(2, 2) = -0.4;
  water.blocks.off_diagonal(4, 4) = 0.2;
  model.added_mass_interactions = {water};
  Joint hinge;
  hinge.name = "hinge";
  hinge.type = JointType::kHinge;
  hinge.body1 = "aft";
  hinge.body2 = "fore";
  hinge.axis = Vector3::UnitY();
  hinge.drives = {{0, solver::SpringDamper{5.0, 0.3, 0.4}}};
  model.joints = {hinge};
  Vector6 stiffness, damping;
  stiffness << 2.0, 2.0, 20.0, 5.0, 15.0, 5.0;
  damping << 0.1, 0.1, 0.5, 0.1, 0.2, 0.1;
  model.loads = {mooring("m1", "aft", stiffness, damping),
                 mooring("m2", "fore", stiffness, damping)};
  return model;
}

VectorXd motion_after(StepperKind stepper, double step, double time) {
  Simulation simulation(hinged_pair(stepper, step));
  run(simulation, time);
  VectorXd motion(12);
  motion << read_output(simulation, "aft.displacement"),
      read_output(simulation, "fore.displacement");
  return motion;
}

/// A block of 2 kg on a vertical slide above a stop at 0, `height` above it, gravity 10 m/s2.
solver::Model dropped_block(StepperKind stepper, double height, double restitution) {
  solver::Model model;
  model.step_ns = nanoseconds(0.001);
  model.gravity = 10.0;
  model.stepper = stepper;
  solver::RigidBody block = weightless_body("block", 2.0, {1.0, 1.0, 1.0}, {0.0, 0.0, height});
  block.gravity = true;
  model.bodies = {block};
  Joint slide;
  slide.name = "slide";
  slide.type = JointType::kPrismatic;
  slide.body1 = "block";
  slide.axis = Vector3::UnitZ();
  solver::Range stop;
  stop.minimum = -height;
  stop.maximum = 100.0;
  stop.restitution = restitution;
  slide.drives = {{0, stop}};
  model.joints = {slide};
  return model;
}

}  // namespace

TEST_CASE("steppers: each converges to the same motion at its own order", "[solver][steppers]") {
  const VectorXd exact = motion_after(StepperKind::kRungeKutta4, 0.001, 3.0);
  const auto [stepper, order, step] =
      GENERATE(table<StepperKind, double, double>({{StepperKind::kRungeKutta4, 4.0, 0.04},
                                                   {StepperKind::kMidpoint, 2.0, 0.02},
                                                   {StepperKind::kSpook, 1.0, 0.002},
                                                   {StepperKind::kMoreauJean, 1.0, 0.002}}));
  const double coarse = (motion_after(stepper, step, 3.0) - exact).norm();
  const double fine = (motion_after(stepper, 0.5 * step, 3.0) - exact).norm();
  CAPTURE(coarse, fine);
  CHECK(exact.norm() > 0.1);
  CHECK(std::log2(coarse / fine) == Approx(order).margin(0.2));
}

TEST_CASE("midpoint: a mooring a million times too stiff for an explicit step stays quiet",
          "[solver][steppers]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.stepper = StepperKind::kMidpoint;
  model.bodies = {weightless_body("buoy", 1.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.5})};
  // In heave omega h = 1000; in surge the spring is resolved.
  Vector6 stiffness = Vector6::Zero();
  stiffness[0] = 1.0;
  stiffness[2] = 1e8;
  model.loads = {mooring("mooring", "buoy", stiffness, Vector6::Zero())};
  std::get<solver::LinearMooring>(model.loads[0].kind).rest_pose = solver::Pose{};
  model.bodies[0].linear_velocity.x() = 1.0;
  Simulation simulation(model);
  for (int i = 0; i < 100; ++i) {
    simulation.step();
    CHECK(std::abs(read_output(simulation, "buoy.position")[2]) <= 0.5 + 1e-9);
  }
  // Second order in surge: the period is off by (omega h)^2 / 12.
  CHECK(read_output(simulation, "buoy.position")[0] ==
        Approx(std::sin(10.0 * (1.0 - 0.01 / 12.0))).margin(1e-4));
}

TEST_CASE("midpoint: momentum of two bodies on a stiff spring stays to round-off",
          "[solver][steppers]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.stepper = StepperKind::kMidpoint;
  model.bodies = {weightless_body("a", 1.0, {1.0, 2.0, 3.0}, {0.0, 0.0, 0.0}),
                  weightless_body("b", 2.0, {2.0, 1.0, 3.0}, {3.0, 0.0, 0.0})};
  model.bodies[0].linear_velocity = {0.3, 0.5, -0.2};
  model.bodies[0].angular_velocity = {0.1, 0.4, 0.2};
  solver::PointSpring line;
  line.body1 = "a";
  line.body2 = "b";
  line.point1 = {0.5, 0.2, 0.0};
  line.stiffness = 1e5;
  line.damping = 10.0;
  model.loads = {{"line", line}};
  Simulation simulation(model);
  run(simulation, 10.0);
  const solver::State& state = simulation.state();
  const Vector3 momentum = state.bodies[0].momentum.head<3>() + state.bodies[1].momentum.head<3>();
  CHECK((momentum - Vector3(0.3, 0.5, -0.2)).norm() < 1e-12);
}

TEST_CASE("stop: a dropped block bounces to e^2 of its height and comes to rest on the stop",
          "[solver][steppers][stops]") {
  const auto stepper = GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean);
  Simulation simulation(dropped_block(stepper, 1.25, 0.5));
  const double fall = 0.5;       // sqrt(2 H / g)
  run(simulation, fall + 0.25);  // the top of the first bounce, at e sqrt(2 H / g) after the blow
  CHECK(read_output(simulation, "block.position")[2] == Approx(0.25 * 1.25).margin(0.01));
  // It rests after sqrt(2 H / g) (1 + e) / (1 - e).
  run(simulation, 1.5);
  CHECK(read_output(simulation, "block.position")[2] == Approx(0.0).margin(2e-3));
  CHECK(std::abs(read_output(simulation, "block.linear_velocity")[2]) < 0.02);
  run(simulation, 1.0);
  CHECK(read_output(simulation, "slide.force")[2] == Approx(20.0).epsilon(1e-6));
}

TEST_CASE("stop: without restitution a block lands softly and does not pass the stop",
          "[solver][steppers][stops]") {
  const auto stepper = GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean);
  Simulation simulation(dropped_block(stepper, 1.25, 0.0));
  double lowest = 1.0;
  for (int i = 0; i < 2000; ++i) {
    simulation.step();
    lowest = std::min(lowest, read_output(simulation, "block.position")[2]);
  }
  CHECK(lowest > -0.005);  // half a step of the speed of 5 m/s, twice over
  CHECK(read_output(simulation, "slide.force")[2] == Approx(20.0).epsilon(1e-6));
}

TEST_CASE("limited motor: pushes with its limit until its speed is reached, then just enough",
          "[solver][steppers][drives]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("cart", 4.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.0})};
  Joint slide;
  slide.name = "slide";
  slide.type = JointType::kPrismatic;
  slide.body1 = "cart";
  slide.axis = Vector3::UnitX();
  slide.drives = {{0, solver::Motor{1.5, 2.0}}};
  model.joints = {slide};
  Simulation simulation(model);  // no stepper named: one of impulses is chosen
  run(simulation, 1.0);
  CHECK(read_output(simulation, "cart.linear_velocity")[0] == Approx(0.5).epsilon(1e-9));
  CHECK(read_output(simulation, "slide.local_force")[2] == Approx(2.0).epsilon(1e-9));
  run(simulation, 4.0);
  CHECK(read_output(simulation, "cart.linear_velocity")[0] == Approx(1.5).epsilon(1e-8));
  CHECK(std::abs(read_output(simulation, "slide.local_force")[2]) < 1e-6);
  model.stepper = StepperKind::kRungeKutta4;
  CHECK_THROWS_WITH(Simulation(model), Catch::Matchers::Contains("joints[0].drives[0]"));
}

TEST_CASE("friction drive: holds below its force, slides with it above", "[solver][steppers]") {
  const double pull = GENERATE(2.9, 3.5);
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("cart", 2.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.0})};
  Joint slide;
  slide.name = "slide";
  slide.type = JointType::kPrismatic;
  slide.body1 = "cart";
  slide.axis = Vector3::UnitX();
  slide.drives = {{0, solver::FrictionDrive{3.0}}};
  model.joints = {slide};
  solver::ConstantForce force;
  force.body = "cart";
  force.force = {pull, 0.0, 0.0};
  model.loads = {{"pull", force}};
  Simulation simulation(model);
  run(simulation, 2.0);
  const double expected = pull > 3.0 ? 2.0 * (pull - 3.0) / 2.0 : 0.0;
  CHECK(read_output(simulation, "cart.linear_velocity")[0] == Approx(expected).margin(1e-8));
}

TEST_CASE("moreau_jean: theta weighs the velocities that move a body, in free fall exactly",
          "[solver][steppers]") {
  const double theta = GENERATE(0.5, 0.7, 1.0);
  solver::Model model = dropped_block(StepperKind::kMoreauJean, 1.25, 0.0);
  model.theta = theta;
  Simulation simulation(model);
  constexpr int kSteps = 100;
  for (int i = 0; i < kSteps; ++i) simulation.step();
  // v_k = -g h k, so that the fall is g h^2 sum of k + theta.
  const double fall = 10.0 * 1e-6 * (0.5 * kSteps * (kSteps - 1) + theta * kSteps);
  CHECK(read_output(simulation, "block.position")[2] == Approx(1.25 - fall).epsilon(1e-13));
}

TEST_CASE("theta: within 0.5 to 1 and of moreau_jean alone", "[solver][steppers]") {
  solver::Model model = dropped_block(StepperKind::kMoreauJean, 1.25, 0.0);
  model.theta = 0.4;
  CHECK_THROWS_WITH(Simulation(model),
                    Catch::Contains("integration.theta must lie within 0.5 to 1, got 0.4"));
  model.theta = 0.6;
  model.stepper = StepperKind::kSpook;
  CHECK_THROWS_WITH(Simulation(model),
                    Catch::Contains("integration.theta must be omitted where integration.stepper "
                                    "is not moreau_jean, got 0.6"));
}
