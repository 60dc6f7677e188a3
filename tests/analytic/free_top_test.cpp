#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

/// Angular velocity about the axes of the body [rad/s].
Vector3 body_axes_rate(const Simulation& simulation) {
  const solver::BodyState& body = simulation.state().bodies.front();
  return body.attitude.conjugate() * body.velocity.tail<3>();
}

solver::Model asymmetric_top(double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.bodies = {weightless_body("top", 1.0, {1.0, 2.0, 3.0}, Vector3::Zero())};
  model.bodies.front().angular_velocity = Vector3(0.01, 1.0, 0.01);
  return model;
}

}  // namespace

TEST_CASE("free asymmetric top about its middle axis: tumbles as Euler's equations say",
          "[solver][analytic][S5]") {
  Simulation simulation(asymmetric_top(0.01));
  // docs/reference/cases.md S5: eight digits; order 4 at this step leaves some 1e-8 where it turns
  // over.
  run(simulation, 10.0);
  CHECK((body_axes_rate(simulation) - Vector3(-.87457344, .48499619, .50500122)).norm() < 1e-6);
  run(simulation, 40.0);
  CHECK((body_axes_rate(simulation) - Vector3(-.99996449, .01307752, .5773875)).norm() < 1e-6);
}

TEST_CASE("free asymmetric top: the angular velocity returns after its period",
          "[solver][analytic][S5]") {
  constexpr double kPeriod = 39.105734197;  // s, docs/reference/cases.md S5
  Simulation simulation(asymmetric_top(kPeriod / 4000.0));
  for (int i = 0; i < 4000; ++i) simulation.step();
  CHECK((body_axes_rate(simulation) - Vector3(0.01, 1.0, 0.01)).norm() < 1e-6);
}
