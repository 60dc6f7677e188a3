#include "solver/model/loads/constant_force.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;
using solver::StepperKind;

namespace {

constexpr double kStep = 1e-3;  // s
constexpr double kMass = 4.0;   // kg

/// A body that slides along x of the world without weight, with one drive.
solver::Model slider(const solver::JointDrive& drive) {
  solver::Model model;
  model.step_ns = nanoseconds(kStep);
  model.bodies = {weightless_body("slider", kMass, Vector3::Ones(), Vector3::Zero())};
  solver::Joint slide;
  slide.name = "slide";
  slide.type = solver::JointType::kPrismatic;
  slide.body1 = "slider";
  slide.axis = Vector3::UnitX();
  slide.drives = {drive};
  model.joints = {slide};
  return model;
}

void push(solver::Model& model, double force) {
  solver::ConstantForce load;
  load.body = "slider";
  load.force = {force, 0.0, 0.0};
  model.loads = {{"push", load}};
}

double position(Simulation& simulation) { return read_output(simulation, "slide.position")[0]; }
double speed(Simulation& simulation) { return read_output(simulation, "slide.speed")[0]; }
double force(Simulation& simulation) { return read_output(simulation, "slide.force")[0]; }

}  // namespace

TEST_CASE("motor with a limit: accelerates with it, holds its speed, slips under a larger load",
          "[solver][joints][drives]") {
  solver::Model model = slider({0, solver::Motor{0.5, 2.0}});
  Simulation free(model);
  // F / m = .5 m/s2: the speed is reached after 1 s, from there on without force.
  run(free, 0.6);
  CHECK(speed(free) == Approx(0.3).epsilon(1e-9));
  CHECK(force(free) == Approx(2.0).epsilon(1e-9));
  run(free, 0.9);
  CHECK(speed(free) == Approx(0.5).epsilon(1e-9));
  CHECK(force(free) == Approx(0.0).margin(1e-6));
  push(model, -1.5);  // within the limit: carried
  Simulation loaded(model);
  run(loaded, 5.0);
  CHECK(speed(loaded) == Approx(0.5).epsilon(1e-9));
  CHECK(force(loaded) == Approx(1.5).epsilon(1e-6));
  push(model, -3.0);  // beyond it: driven back
  Simulation overloaded(model);
  run(overloaded, 1.0);
  CHECK(speed(overloaded) == Approx(-1.0 / kMass).epsilon(1e-9));
  CHECK(force(overloaded) == Approx(2.0).epsilon(1e-9));
}

TEST_CASE("lock drive with a limit: holds up to it and is dragged along beyond",
          "[solver][joints][drives]") {
  solver::Model model = slider({0, solver::LockDrive{0.0, 2.0}});
  push(model, 1.9);
  Simulation held(model);
  run(held, 1.0);
  CHECK(std::abs(position(held)) < 1e-6);
  CHECK(force(held) == Approx(-1.9).epsilon(1e-4));
  push(model, 6.0);
  Simulation dragged(model);
  run(dragged, 1.0);
  CHECK(force(dragged) == Approx(-2.0).epsilon(1e-9));
  CHECK(speed(dragged) == Approx(4.0 / kMass).epsilon(1e-6));
}

TEST_CASE("friction drive: sticks below its force, slides at the rest, brings to a stop",
          "[solver][joints][drives]") {
  solver::Model model = slider({0, solver::FrictionDrive{2.0}});
  push(model, 1.99);
  Simulation stuck(model);
  run(stuck, 1.0);
  CHECK(std::abs(speed(stuck)) < 1e-9);
  push(model, -5.0);
  Simulation sliding(model);
  run(sliding, 1.0);
  CHECK(speed(sliding) == Approx(-3.0 / kMass).epsilon(1e-9));
  model.loads.clear();
  model.bodies[0].linear_velocity = {0.3, 0.0, 0.0};
  Simulation stopping(model);
  run(stopping, 1.0);
  // v^2 m / (2 F) = .09 m; a step of order 1 is off by half a step of the speed.
  CHECK(position(stopping) == Approx(0.09).epsilon(0.0).margin(0.6 * kStep * 0.3));
  CHECK(std::abs(speed(stopping)) < 1e-9);
}

TEST_CASE("stop hit at speed: returns with its restitution, both ends, and comes to rest",
          "[solver][joints][drives]") {
  for (const StepperKind stepper : {StepperKind::kSpook, StepperKind::kMoreauJean}) {
    for (const double restitution : {0.0, 0.5, 1.0}) {
      solver::Model model = slider({0, solver::Range{-0.1, 0.2, 1e9, restitution}});
      model.stepper = stepper;
      model.bodies[0].linear_velocity = {1.0, 0.0, 0.0};
      Simulation simulation(model);
      CAPTURE(static_cast<int>(stepper), restitution);
      run(simulation, 0.19);
      CHECK(speed(simulation) == Approx(1.0));
      double largest = 0.0;
      for (int i = 0; i < 50; ++i) {
        simulation.step();
        largest = std::max(largest, position(simulation));
      }
      CHECK(speed(simulation) == Approx(-restitution).epsilon(0.0).margin(1e-6));
      CHECK(largest < 0.2 + 1.1 * kStep);  // the way of one step at 1 m/s
      run(simulation, 0.8);
      if (restitution == 0.5) {  // the other end has been hit
        CHECK(speed(simulation) == Approx(0.25).epsilon(0.0).margin(1e-6));
      }
    }
  }
}

TEST_CASE("stop at rest: carries the load that pushes on it, gives way above its limit",
          "[solver][joints][drives]") {
  solver::Model model = slider({0, solver::Range{-0.1, 0.0, 10.0}});
  push(model, 8.0);
  Simulation resting(model);
  run(resting, 1.0);
  CHECK(position(resting) == Approx(0.0).margin(1e-6));
  CHECK(force(resting) == Approx(-8.0).epsilon(1e-5));
  push(model, 18.0);
  Simulation broken(model);
  run(broken, 1.0);
  CHECK(speed(broken) == Approx(8.0 / kMass).epsilon(1e-6));
  CHECK(force(broken) == Approx(-10.0).epsilon(1e-9));
  push(model, -8.0);  // away from it, to the other end
  Simulation leaving(model);
  run(leaving, 0.2);
  CHECK(speed(leaving) == Approx(-0.4).epsilon(1e-9));
  CHECK(force(leaving) == 0.0);
}
