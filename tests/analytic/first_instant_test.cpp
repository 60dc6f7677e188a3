/// @file What is read at t = 0 under the steppers of impulses, before any step.
#include "tests/support/constants.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointType;
using solver::Simulation;
using solver::StepperKind;

namespace {

/// A flap of 1 kg whose centre of mass is 1 m from its hinge, released from the horizontal.
solver::Model hanging_flap(StepperKind stepper, std::vector<solver::JointDrive> drives) {
  solver::Model model;
  model.gravity = kGravity;
  model.step_ns = nanoseconds(0.01);
  model.stepper = stepper;
  model.bodies = {weightless_body("flap", 1.0, Vector3::Constant(0.1), {1.0, 0.0, 0.0})};
  model.bodies[0].gravity = true;
  Joint hinge;
  hinge.name = "hinge";
  hinge.type = JointType::kHinge;
  hinge.body1 = "flap";
  hinge.axis = Vector3::UnitY();
  hinge.drives = std::move(drives);
  model.joints = {hinge};
  return model;
}

/// Upward force of the hinge [N] and acceleration of the flap [m/s2] at t = 0.
Vector2 read_start(const solver::Model& model) {
  Simulation simulation(model);
  return {read_output(simulation, "hinge.force")[2],
          read_output(simulation, "flap.linear_acceleration")[2]};
}

const auto kByImpulses = {StepperKind::kSpook, StepperKind::kMoreauJean};

}  // namespace

TEST_CASE("first instant: a pendulum hangs on its hinge before any step",
          "[solver][joints][steppers]") {
  const StepperKind stepper = GENERATE(values(kByImpulses));
  const double fall = kGravity / 1.1;  // m g l / (I + m l^2) times l
  const Vector2 start = read_start(hanging_flap(stepper, {}));
  CHECK(start[0] == Approx(kGravity - fall).epsilon(1e-8));
  CHECK(start[1] == Approx(-fall).epsilon(1e-8));
  CHECK((start - read_start(hanging_flap(StepperKind::kRungeKutta4, {}))).norm() < 1e-8);

  solver::Model twice = hanging_flap(stepper, {});
  twice.joints.push_back(twice.joints[0]);
  twice.joints[1].name = "second";
  CHECK(read_start(twice)[0] == Approx(0.5 * (kGravity - fall)).epsilon(1e-6));
  CHECK(read_start(twice)[1] == Approx(-fall).epsilon(1e-6));
}

TEST_CASE("first instant: stops, brakes and motors of limited force hold what they can",
          "[solver][joints][steppers]") {
  const StepperKind stepper = GENERATE(values(kByImpulses));
  const auto acceleration = [&](const solver::JointDrive& drive) {
    return read_start(hanging_flap(stepper, {drive}))[1];
  };
  const auto falls_against = [](double torque) { return -(kGravity - torque) / 1.1; };
  solver::Range stop;  // turning down is positive about y
  stop.minimum = -1.0;
  stop.maximum = 0.0;
  CHECK(std::abs(acceleration({0, stop})) < 1e-8);
  stop.maximum = 0.5;  // not reached
  CHECK(acceleration({0, stop}) == Approx(falls_against(0.0)).epsilon(1e-8));
  CHECK(std::abs(acceleration({0, solver::FrictionDrive{20.0}})) < 1e-8);
  CHECK(acceleration({0, solver::FrictionDrive{4.0}}) == Approx(falls_against(4.0)).epsilon(1e-8));
  // A motor that is to turn it up is at rest: all of its torque acts.
  CHECK(acceleration({0, solver::Motor{-1.0, 3.0}}) == Approx(falls_against(3.0)).epsilon(1e-8));
}

TEST_CASE("first instant: what is read there changes nothing of the run",
          "[solver][joints][steppers]") {
  const StepperKind stepper = GENERATE(values(kByImpulses));
  Simulation read(hanging_flap(stepper, {{0, solver::FrictionDrive{4.0}}}));
  Simulation unread(hanging_flap(stepper, {{0, solver::FrictionDrive{4.0}}}));
  read_output(read, "hinge.force");
  run(read, 0.5);
  run(unread, 0.5);
  CHECK(solver::serialize(read.state()) == solver::serialize(unread.state()));
}
