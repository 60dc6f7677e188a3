/// @file Springs of joints that are wound up by more than half a turn.
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;
using solver::StepperKind;

namespace {

/// A rotor of 1 kg m2 on a spring of 1 N m/rad about the upright axis, at an angular speed.
solver::Model rotor(StepperKind stepper, double speed) {
  solver::Model model;
  model.step_ns = nanoseconds(0.005);
  model.stepper = stepper;
  model.bodies = {weightless_body("rotor", 1.0, Vector3::Ones(), Vector3::Zero())};
  model.bodies[0].angular_velocity.z() = speed;
  solver::Joint hinge;
  hinge.name = "hinge";
  hinge.type = solver::JointType::kHinge;
  hinge.body1 = "rotor";
  hinge.axis = Vector3::UnitZ();
  hinge.drives = {{0, solver::SpringDamper{1.0, 0.0, 0.0}}};
  model.joints = {hinge};
  return model;
}

}  // namespace

TEST_CASE("springs of joints: they count turns, so that a rotor winds them up and comes back",
          "[solver][joints][analytic]") {
  const StepperKind stepper = GENERATE(StepperKind::kRungeKutta4, StepperKind::kMidpoint,
                                       StepperKind::kSpook, StepperKind::kMoreauJean);
  const double speed = 4.0 * kPi;  // of an oscillation of 1 rad/s: two turns each way
  Simulation simulation(rotor(stepper, speed));
  const auto spin = [&] { return simulation.state().bodies[0].velocity[5]; };
  run(simulation, 0.5 * kPi);
  CHECK(std::abs(spin()) < 5e-3 * speed);
  CHECK(simulation.state().joints[0].angles[0] == Approx(speed).epsilon(1e-4));
  // A torque of stiffness times all of the angle turns it back.
  CHECK(read_output(simulation, "hinge.force")[5] == Approx(-speed).epsilon(1e-4));

  Simulation restored(rotor(stepper, speed));
  const std::string bytes = solver::serialize(simulation.state());
  restored.restore(solver::deserialize(bytes));
  run(simulation, 0.5 * kPi);
  CHECK(spin() == Approx(-speed).epsilon(1e-3));
  run(restored, 0.5 * kPi);
  CHECK(solver::serialize(restored.state()) == solver::serialize(simulation.state()));
  CHECK(solver::state_hash(restored.state()) == solver::state_hash(simulation.state()));
}

TEST_CASE("springs of joints: within a quarter of a turn a state has the bytes that it had",
          "[solver][joints][state]") {
  Simulation slow(rotor(StepperKind::kRungeKutta4, 1.0));
  run(slow, 1.0);
  CHECK(slow.state().joints[0].angles[0] > 0.8);
  CHECK(solver::serialize(slow.state())[8] == 5);  // the first format that holds it
  Simulation fast(rotor(StepperKind::kRungeKutta4, 3.0));
  run(fast, 1.0);
  CHECK(solver::serialize(fast.state())[8] == 13);
}
