/// @file Bodies that fall on stops, and freely: the steppers of impulses.
#include "solver/model/loads/winch.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointType;
using solver::Simulation;
using solver::StepperKind;

namespace {

/// Holds `body1` to a vertical slide on `body2` with one stop at its lower end.
Joint slide_to_stop(const std::string& name, const std::string& body1, const std::string& body2,
                    double lower_end, double restitution) {
  Joint slide;
  slide.name = name;
  slide.type = JointType::kPrismatic;
  slide.body1 = body1;
  slide.body2 = body2;
  slide.axis = Vector3::UnitZ();
  solver::Range stop;
  stop.minimum = lower_end;
  stop.maximum = 100.0;
  stop.restitution = restitution;
  slide.drives = {{0, stop}};
  return slide;
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
  model.joints = {slide_to_stop("slide", "block", "", -height, restitution)};
  return model;
}

/// Two bodies that fall on a slide, the lower on a stop, the upper on the lower.
solver::Model falling_pair(StepperKind stepper) {
  solver::Model model;
  model.step_ns = nanoseconds(1e-3);
  model.stepper = stepper;
  for (int i = 0; i < 2; ++i) {
    const std::string name = "body" + std::to_string(i);
    const Vector3 position(0.0, 0.0, 0.3 * (i + 1));
    model.bodies.push_back(weightless_body(name, 2.0 + i, Vector3::Ones(), position));
    model.bodies.back().gravity = true;
    model.joints.push_back(
        slide_to_stop("slide" + std::to_string(i), name, i == 0 ? "" : "body0", -0.2, 0.7));
    model.joints.back().position = position;
  }
  return model;
}

/// A weight that falls until its line is taut, 1 m below its start.
solver::Model weight_on_slack_line(StepperKind stepper) {
  solver::Model model;
  model.step_ns = nanoseconds(1e-3);
  model.stepper = stepper;
  model.bodies = {weightless_body("body0", 2.0, Vector3::Ones(), {0.0, 0.0, -1.0})};
  model.bodies[0].gravity = true;
  solver::Winch line;
  line.body1 = "body0";
  line.point1 = {0.1, 0.0, 0.0};  // so that the jerk turns it
  line.length = 2.0;
  line.stiffness = 1e4;
  line.damping = 50.0;
  line.speed = 0.0;
  model.loads = {{"line", line}};
  return model;
}

/// Goes on from where body 0 has just been turned round, and again from there.
void check_rollback(const solver::Model& model) {
  Simulation simulation(model);
  const auto falls = [&] { return simulation.state().bodies[0].velocity[2] < 0.0; };
  run(simulation, 0.1);
  REQUIRE(falls());
  while (falls()) simulation.step();
  const solver::State struck = simulation.state();
  run(simulation, 0.5);
  const solver::State end = simulation.state();
  CHECK_FALSE(identical(struck, end));
  simulation.restore(struck);
  CHECK(identical(simulation.state(), struck));
  run(simulation, 0.5);
  CHECK(identical(simulation.state(), end));

  Simulation other(model);
  other.restore(solver::deserialize(solver::serialize(struck)));
  run(other, 0.5);
  CHECK(identical(other.state(), end));
}

}  // namespace

TEST_CASE("stop: a dropped block bounces to e^2 of its height and comes to rest on the stop",
          "[solver][steppers][stops]") {
  const auto stepper = GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean);
  Simulation simulation(dropped_block(stepper, 1.25, 0.5));
  const double fall = 0.5;       // sqrt(2 H / g)
  run(simulation, fall + 0.25);  // the top of the first bounce, at e sqrt(2 H / g) after the blow
  CHECK(read_output(simulation, "block.position")[2] ==
        Approx(0.25 * 1.25).epsilon(0.0).margin(0.01));
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

TEST_CASE("rollback in the middle of an impact: goes on with the same bytes",
          "[solver][steppers][state]") {
  check_rollback(falling_pair(GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean)));
}

TEST_CASE(
    "rollback in the jerk of a line that gets taut: every stepper goes on with the same bytes",
    "[solver][steppers][state]") {
  check_rollback(weight_on_slack_line(GENERATE(StepperKind::kRungeKutta4, StepperKind::kMidpoint,
                                               StepperKind::kSpook, StepperKind::kMoreauJean)));
}

TEST_CASE("a stop in a step of rk4 or midpoint: refused", "[solver][steppers][stops]") {
  const auto stepper = GENERATE(StepperKind::kRungeKutta4, StepperKind::kMidpoint);
  CHECK_THROWS_WITH(Simulation(falling_pair(stepper)), Catch::Contains("joints[0].drives[0]"));
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
