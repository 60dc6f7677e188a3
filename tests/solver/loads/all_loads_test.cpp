/// @file All kinds of load at once, with waves, second order and pressure on a hull mesh: the scene
/// turned and drifting, its energy, and steps that are taken back.
#include <algorithm>
#include <random>
#include <string>

#include "solver/model/loads/load.hpp"
#include "tests/solver/loads/load_scenes.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;
using solver::StepperKind;

namespace {

/// Positions and velocities of all bodies.
MatrixXd motion(const solver::Model& model, double duration) {
  Simulation simulation(model);
  run(simulation, duration);
  MatrixXd found(3, 0);
  for (const solver::RigidBody& body : model.bodies) {
    for (const char* output : {".position", ".linear_velocity", ".angular_velocity"}) {
      found.conservativeResize(3, found.cols() + 1);
      found.rightCols<1>() = read_output(simulation, body.name + output);
    }
  }
  return found;
}

/// Without what is held by the ground, and a line whose nodes begin at rest over it.
solver::Model adrift(solver::Model model) {
  for (const std::string& kind : load_kinds()) {
    if (load_example_note(kind, "held_by") != "ground") continue;
    model.loads.erase(
        std::find_if(model.loads.begin(), model.loads.end(),
                     [&kind](const solver::Load& load) { return load.name == load_name(kind); }));
  }
  return model;
}

/// Water, air and bodies go along with U as well.
solver::Model carried(solver::Model model, const Vector2& U) {
  for (solver::RigidBody& body : model.bodies) body.linear_velocity.head<2>() += U;
  model.current = hydro::Current({}, {Vector2(model.current.velocity(0.0) + U)});
  std::vector<hydro::WaveComponent> waves = model.sea->components();
  for (std::size_t i = 0; i < waves.size(); ++i) {
    const double k = model.sea->wavenumbers()[static_cast<Eigen::Index>(i)];
    waves[i].omega +=
        k * U.dot(Vector2(std::cos(waves[i].direction), std::sin(waves[i].direction)));
  }
  model.sea = hydro::Sea(waves, {model.water_depth, model.gravity, model.current}, 0.0);
  const double b = model.wind->direction;
  const Vector2 wind = model.wind->climate.speed * Vector2(std::cos(b), std::sin(b)) + U;
  model.wind->climate.speed = wind.norm();
  model.wind->direction = std::atan2(wind.y(), wind.x());
  return model;
}

double energy(Simulation& simulation) {
  return read_output(simulation, "energy.kinetic")[0] +
         read_output(simulation, "energy.potential")[0];
}

/// Energy gained over a time less the integral of the power, by Simpson's rule.
double energy_error(const solver::Model& model, double duration) {
  Simulation simulation(model);
  const double h = 1e-9 * static_cast<double>(model.step_ns), before = energy(simulation);
  const auto power = [&] { return read_output(simulation, "energy.power")[0]; };
  double work = 0.0;
  while (1e-9 * static_cast<double>(simulation.time_ns()) < duration - 0.5 * h) {
    work += h / 3.0 * power();
    simulation.step();
    work += 4.0 * h / 3.0 * power();
    simulation.step();
    work += h / 3.0 * power();
  }
  return std::abs(energy(simulation) - before - work);
}

StepperKind every_stepper() {
  return GENERATE(StepperKind::kRungeKutta4, StepperKind::kMidpoint, StepperKind::kSpook);
}

}  // namespace

TEST_CASE("all loads: a scene turned by 73 deg moves as before", "[solver][loads][all]") {
  solver::Model model = all_loads(0.05);
  model.stepper = every_stepper();
  const double angle = 73.0 * kDegree;
  const MatrixXd straight = motion(model, 3.0), after = motion(turned(model, angle), 3.0);
  const MatrixXd difference = after - yawed(angle).toRotationMatrix() * straight;
  INFO(difference);
  CHECK(difference.cwiseAbs().maxCoeff() <= 1e-12 * straight.cwiseAbs().maxCoeff());
}

TEST_CASE("all loads: bodies adrift in a stream that goes on move as before",
          "[solver][loads][all]") {
  const StepperKind stepper = every_stepper();
  const auto error = [stepper](solver::HydroFrame frame, double step) {
    solver::Model model = adrift(all_loads(step));
    model.stepper = stepper;
    model.hydrodynamics[0].frame = frame;
    const Vector2 U(0.8, -1.1);
    const double duration = 3.0;
    MatrixXd expected = motion(model, duration);
    for (Eigen::Index body = 0; body < 2; ++body) {
      expected.block<2, 1>(0, 3 * body) += duration * U;
      expected.block<2, 1>(0, 3 * body + 1) += U;
    }
    const MatrixXd difference = motion(carried(model, U), duration) - expected;
    return difference.cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
  };
  CHECK(error(solver::HydroFrame::kWorld, 0.05) <= 1e-12);
  // Where A turns with the body, its part A U of the momentum does: to the stepper's order.
  const double coarse = error(solver::HydroFrame::kHeading, 0.05);
  if (stepper == StepperKind::kRungeKutta4) {
    CHECK(coarse <= 1e-12);
  } else {
    CHECK(coarse <= 1e-6);
    CHECK(coarse / error(solver::HydroFrame::kHeading, 0.025) == Approx(4.0).epsilon(0.05));
  }
}

TEST_CASE("all loads: energy changes by the power of what does not keep it",
          "[solver][loads][energy][all]") {
  solver::Model model = all_loads(0.001);
  SECTION("rk4, of order 4") {
    Simulation simulation(model);
    const double scale = energy(simulation);
    CHECK(energy_error(model, 0.1) <= 1e-9 * std::abs(scale));
  }
  for (const StepperKind stepper :
       {StepperKind::kMidpoint, StepperKind::kSpook, StepperKind::kMoreauJean}) {
    SECTION("order 2, stepper " + std::to_string(static_cast<int>(stepper))) {
      model.stepper = stepper;
      model.step_ns = nanoseconds(0.005);
      const double coarse = energy_error(model, 0.2);
      model.step_ns = nanoseconds(0.0025);
      CHECK(coarse / energy_error(model, 0.2) == Approx(4.0).epsilon(0.2));
    }
  }
}

TEST_CASE("all loads: 100 random steps back give the same bytes", "[solver][loads][all]") {
  solver::Model model = all_loads(0.05);
  model.stepper = every_stepper();
  Simulation simulation(model);
  std::vector<std::string> states{solver::serialize(simulation.state())};
  for (int step = 0; step < 60; ++step) {
    simulation.step();
    states.push_back(solver::serialize(simulation.state()));
  }
  std::mt19937 generator(7);
  for (int jump = 0; jump < 100; ++jump) {
    const std::size_t from = generator() % (states.size() - 1);
    const std::size_t steps = std::min<std::size_t>(1 + generator() % 5, states.size() - 1 - from);
    simulation.restore(solver::deserialize(states[from]));
    for (std::size_t i = 0; i < steps; ++i) simulation.step();
    INFO("from step " << from << ", " << steps << " on");
    REQUIRE(solver::serialize(simulation.state()) == states[from + steps]);
  }
}
