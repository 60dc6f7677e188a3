/// @file Motion without contacts under the steppers of impulses: what has energy keeps it.
#include "tests/solver/interactions/coupled_pair.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;
using solver::StepperKind;

namespace {

solver::Model spun_top(StepperKind stepper, double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.stepper = stepper;
  model.bodies = {weightless_body("top", 1.0, {1.0, 2.0, 3.0}, Vector3::Zero())};
  model.bodies.front().angular_velocity = Vector3(0.01, 1.0, 0.01);
  return model;
}

/// Body axes.
Vector3 spin(const Simulation& simulation) {
  const solver::BodyState& body = simulation.state().bodies.front();
  return body.attitude.conjugate() * body.velocity.tail<3>();
}

/// What Euler's equations say after 20 s: the first turning over is half way through.
double top_error(StepperKind stepper, double step) {
  static const Vector3 exact = [] {
    Simulation fine(spun_top(StepperKind::kRungeKutta4, 0.002));
    run(fine, 20.0);
    return spin(fine);
  }();
  Simulation simulation(spun_top(stepper, step));
  run(simulation, 20.0);
  return (spin(simulation) - exact).norm();
}

/// Two rods of 1 m, 1 kg on hinges about y, the first in the world, let go level.
solver::Model double_pendulum(StepperKind stepper, double step) {
  solver::Model model;
  model.gravity = kGravity;
  model.step_ns = nanoseconds(step);
  model.stepper = stepper;
  for (int i = 0; i < 2; ++i) {
    const std::string number = std::to_string(i);
    model.bodies.push_back(
        weightless_body("rod" + number, 1.0, Vector3::Constant(1.0 / 12.0), {0.5 + i, 0.0, 0.0}));
    model.bodies.back().gravity = true;
    solver::Joint hinge;
    hinge.name = "hinge" + number;
    hinge.type = solver::JointType::kHinge;
    hinge.body1 = "rod" + number;
    if (i > 0) hinge.body2 = "rod0";
    hinge.position.x() = i;
    hinge.axis = Vector3::UnitY();
    model.joints.push_back(hinge);
  }
  return model;
}

/// The furthest that the energy comes from where it starts, of `scale` [J].
double energy_drift(Simulation& simulation, double duration, double scale) {
  const auto sum = [&] {
    return read_number(simulation, "energy.kinetic") + read_number(simulation, "energy.potential");
  };
  const double start = sum();
  double furthest = 0.0;
  const std::int64_t steps = nanoseconds(duration) / simulation.model().step_ns;
  for (std::int64_t i = 0; i < steps; ++i) {
    simulation.step();
    if (i % 16 == 0 || i + 1 == steps) furthest = std::max(furthest, std::abs(sum() - start));
  }
  return furthest / scale;
}

double pair_drift(StepperKind stepper, double step, double duration) {
  solver::Model model = coupled_pair(solver::HydroFrame::kBody, solver::AddedMassCoriolis::kFull);
  model.step_ns = nanoseconds(step);
  model.stepper = stepper;
  Simulation simulation(model);
  return energy_drift(simulation, duration, read_number(simulation, "energy.kinetic"));
}

double pendulum_drift(StepperKind stepper, double step, double duration) {
  Simulation simulation(double_pendulum(stepper, step));
  return energy_drift(simulation, duration, 2.0 * kGravity);  // m g L
}

}  // namespace

TEST_CASE("free asymmetric top under impulses: order 2, and it tumbles as often as it must",
          "[solver][steppers][analytic]") {
  const auto stepper = GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean);
  const double coarse = top_error(stepper, 0.02), fine = top_error(stepper, 0.01);
  CAPTURE(coarse, fine);
  CHECK(coarse < 1e-5);
  CHECK(std::log2(coarse / fine) == Approx(2.0).epsilon(0.0).margin(0.1));
  Simulation simulation(spun_top(stepper, 0.01));
  const double start = read_number(simulation, "energy.kinetic");
  // docs/reference/cases.md S5: it turns over twice in each period.
  constexpr double kPeriod = 39.105734197;  // s
  int tumbles = 0;
  double before = spin(simulation).y(), drift = 0.0;
  for (int i = 0; i < 100000; ++i) {
    simulation.step();
    const double now = spin(simulation).y();
    if (now * before < 0.0) ++tumbles;
    before = now;
    drift = std::max(drift, std::abs(read_number(simulation, "energy.kinetic") - start) / start);
  }
  CAPTURE(drift);
  CHECK(std::abs(tumbles - std::lround(1000.0 / (0.5 * kPeriod))) <= 1);
  CHECK(drift < 1e-5);
}

TEST_CASE("bodies coupled by added mass under impulses: energy neither grows nor fades",
          "[solver][steppers][analytic]") {
  const auto stepper = GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean);
  const double coarse = pair_drift(stepper, 0.04, 100.0), fine = pair_drift(stepper, 0.02, 100.0);
  const double drift = pair_drift(stepper, 0.02, 1000.0);
  CAPTURE(coarse, fine, drift);
  CHECK(coarse / fine > 3.0);
  CHECK(drift < 1e-5);
}

TEST_CASE("double pendulum under impulses: it swings on", "[solver][steppers][analytic]") {
  const auto stepper = GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean);
  const double coarse = pendulum_drift(stepper, 0.004, 10.0),
               fine = pendulum_drift(stepper, 0.002, 10.0);
  const double drift = pendulum_drift(stepper, 0.002, 600.0);
  CAPTURE(coarse, fine, drift);
  CHECK(coarse / fine > 3.0);
  CHECK(drift < 1e-2);
}
