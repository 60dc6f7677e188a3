#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;
using solver::StepperKind;

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

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
    solver::Joint slide;
    slide.name = "slide" + std::to_string(i);
    slide.type = solver::JointType::kPrismatic;
    slide.body1 = name;
    slide.body2 = i == 0 ? "" : "body0";
    slide.position = position;
    slide.axis = Vector3::UnitZ();
    slide.drives = {{0, solver::Range{-0.2, 10.0, kUnbounded, 0.7}}};
    model.joints.push_back(slide);
  }
  return model;
}

double speed_of_lower(const Simulation& simulation) {
  return simulation.state().bodies[0].velocity[2];
}

void check_rollback(StepperKind stepper) {
  Simulation simulation(falling_pair(stepper));
  run(simulation, 0.1);
  REQUIRE(speed_of_lower(simulation) < 0.0);
  while (speed_of_lower(simulation) < 0.0) simulation.step();
  const solver::State struck = simulation.state();  // the step that has just turned it round
  run(simulation, 0.5);
  const solver::State end = simulation.state();
  CHECK_FALSE(identical(struck, end));
  simulation.restore(struck);
  CHECK(identical(simulation.state(), struck));
  run(simulation, 0.5);
  CHECK(identical(simulation.state(), end));

  Simulation other(falling_pair(stepper));
  other.restore(solver::deserialise(solver::serialise(struck)));
  run(other, 0.5);
  CHECK(identical(other.state(), end));
}

}  // namespace

TEST_CASE("rollback in the middle of an impact: moreau_jean goes on with the same bytes",
          "[solver][steppers][state]") {
  check_rollback(StepperKind::kMoreauJean);
}

TEST_CASE("rollback in the middle of an impact: spook goes on with the same bytes",
          "[solver][steppers][state]") {
  check_rollback(StepperKind::kSpook);
}
