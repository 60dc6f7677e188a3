/// @file Liquid that sloshes in a tank: the published modes, closed forms, energy, linear equations.
#include "solver/model/loads/liquid_tank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/numerics/dense.hpp"
#include "solver/linearisation/linearisation.hpp"
#include "solver/loads/tanks/sloshing_mode.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;
using solver::StepperKind;
using solver::TankBox;

namespace {

const TankBox kBox{20.0, 12.0, 4.0, 800.0};

/// The tank of the published figures, its longer side along x.
solver::LiquidTank sloshing(int longitudinal, int transverse, double damping = 0.0) {
  solver::LiquidTank tank;
  tank.body = "barge";
  tank.length = kBox.length;
  tank.breadth = kBox.breadth;
  tank.fill_height = kBox.depth;
  tank.density = kBox.density;
  tank.surface = solver::TankSurface::kModal;
  tank.longitudinal_modes = longitudinal;
  tank.transverse_modes = transverse;
  tank.damping_ratio = damping;
  return tank;
}

/// A barge that is little more than its liquid, 768 t of 900 t, on springs.
solver::Model heavy_tank(const solver::LiquidTank& tank, double step) {
  solver::Model model;
  model.gravity = kGravity;
  model.step_ns = nanoseconds(step);
  model.bodies = {weightless_body("barge", 9e5, {4e7, 8e7, 9e7}, {0.0, 0.0, 0.0})};
  model.bodies[0].rest_pose = solver::Pose{};
  Vector6 stiffness;
  stiffness << 2e5, 1e5, 8e5, 2e8, 3e8, 1e7;
  model.loads = {mooring("hold", "barge", stiffness, Vector6::Zero()), {"tank", tank}};
  return model;
}

double total_energy(Simulation& simulation) {
  return read_number(simulation, "energy.kinetic") + read_number(simulation, "energy.potential");
}

VectorXd motion_at(const solver::Model& model, double time) {
  Simulation simulation(model);
  run(simulation, time);
  VectorXd found(12);
  found << read_output(simulation, "barge.position"),
      read_output(simulation, "barge.angular_velocity"), read_output(simulation, "tank.force");
  return found;
}

/// Springs from the corners of the barge outwards and upwards, whose energy is exact at any rotation.
std::vector<solver::Load> corner_springs() {
  std::vector<solver::Load> springs;
  for (int i = 0; i < 12; ++i) {
    const Vector3 corner(i % 2 == 0 ? 15.0 : -15.0, i % 4 < 2 ? 8.0 : -8.0, 0.0);
    const int axis = i / 4;
    solver::PointSpring spring;
    spring.body1 = "barge";
    spring.point1 = spring.point2 = corner;
    spring.point2[axis] += axis < 2 ? std::copysign(30.0, corner[axis]) : 30.0;
    spring.stiffness = axis < 2 ? 1e5 : 1e6;
    spring.rest_length = 30.0;
    springs.emplace_back(fmt::format("spring{}", i), spring);
  }
  return springs;
}

solver::Model moving_in_all_dofs(double step, double damping = 0.0) {
  solver::LiquidTank tank = sloshing(2, 3, damping);
  tank.point = {2.0, -1.0, 0.5};
  solver::Model model = heavy_tank(tank, step);
  model.loads = corner_springs();
  model.loads.emplace_back("tank", tank);
  model.bodies[0].linear_velocity = {0.4, -0.3, 0.2};
  model.bodies[0].angular_velocity = {0.05, 0.02, -0.04};
  model.bodies[0].pose.attitude = solver::exponential({0.1, -0.05, 0.3});
  return model;
}

}  // namespace

TEST_CASE("tank: frequencies, masses and heights of the modes are those published",
          "[solver][loads][tank][analytic]") {
  struct Row {
    int n;
    double omega, mass, height;
  };
  const Row published[] = {{1, 0.926361381, 551751.588, -1.873400869},
                           {3, 2.101072421, 35041.262, -1.125202960},
                           {5, 2.770565509, 7896.589, -0.335509245}};
  for (const auto& [n, omega, mass, height] : published) {
    const solver::SloshingMode mode = solver::sloshing_mode(kBox, n, kGravity);
    CHECK(mode.omega == Approx(omega).epsilon(1e-9));
    CHECK(mode.mass == Approx(mass).epsilon(1e-7));
    CHECK(mode.height == Approx(height).epsilon(1e-8));
  }
  double mass = 0.0, stiffness = 0.0, wall = 0.0;
  for (int n = 1; n < 4000; n += 2) {
    const solver::SloshingMode mode = solver::sloshing_mode(kBox, n, kGravity);
    mass += mode.mass;
    stiffness += mode.mass * kGravity * kGravity / (mode.omega * mode.omega);
    wall += mode.elevation * kGravity / (mode.omega * mode.omega);
  }
  CHECK(kBox.mass() == 768000.0);
  CHECK(mass == Approx(601388.83).epsilon(1e-7));
  CHECK(kBox.level_stiffness(kGravity) == Approx(62784000.0).epsilon(1e-15));
  CHECK(stiffness == Approx(62784000.0).epsilon(1e-9));  // the tail falls as 1/n^3
  CHECK(wall == Approx(10.0).epsilon(1e-3));             // as 1/n
}

TEST_CASE("tank: the force of the liquid at 1 rad/s is that of a negative mass",
          "[solver][loads][tank][analytic]") {
  const solver::Model model = heavy_tank(sloshing(50, 0), 0.01);
  const solver::Linearization linear(model, nullptr, {solver::OperatingPoint::kPresent}, nullptr);
  const MatrixXcd Z = linear.lines().impedance(1.0);
  CHECK(kBox.mass() - Z(0, 0).real() == Approx(-3109600.98).epsilon(1e-6));
  CHECK(Z(0, 0).imag() == 0.0);
  CHECK((Z - Z.transpose()).cwiseAbs().maxCoeff() <= 1e-15 * Z.cwiseAbs().maxCoeff());
  CHECK(linear.lines().impedance(0.0).isZero(1e-9));
}

TEST_CASE("tank: liquid takes rho g I from the restoring moments, however it moves",
          "[solver][loads][tank][analytic]") {
  solver::LiquidTank tank = sloshing(2, 1);
  tank.surface = GENERATE(solver::TankSurface::kQuasiStatic, solver::TankSurface::kModal);
  const solver::Linearization linear(heavy_tank(tank, 0.01), nullptr,
                                     {solver::OperatingPoint::kPresent}, nullptr);
  const MatrixXd& C = linear.matrices().restoring;
  const double rho_g = 800.0 * kGravity;
  CHECK(2e8 - C(3, 3) == Approx(rho_g * 20.0 * std::pow(12.0, 3) / 12.0).epsilon(1e-8));
  CHECK(3e8 - C(4, 4) == Approx(rho_g * 12.0 * std::pow(20.0, 3) / 12.0).epsilon(1e-8));
  CHECK(C(5, 5) == Approx(1e7).epsilon(1e-9));
}

TEST_CASE("tank: a barge of liquid on a spring swings as two masses do",
          "[solver][loads][tank][analytic]") {
  // M x'' + K x = -m q'', q'' + w^2 q = -x'': of (M, m; m, m) and diag(K, m w^2).
  const solver::SloshingMode mode = solver::sloshing_mode(kBox, 1, kGravity);
  MatrixXd mass(2, 2), stiffness = MatrixXd::Zero(2, 2);
  mass << 9e5, mode.mass, mode.mass, mode.mass;
  stiffness.diagonal() << 2e5, mode.mass * mode.omega * mode.omega;
  const SymmetricEigen modes = generalized_eigen(stiffness, mass).value();
  const auto expected = [&](double time) {
    const Vector2 start = modes.vectors.transpose() * mass * Vector2(0.5, 0.0);
    Vector2 now;
    for (int i = 0; i < 2; ++i) now[i] = start[i] * std::cos(std::sqrt(modes.values[i]) * time);
    return Vector2(modes.vectors * now);
  };
  solver::LiquidTank tank = sloshing(1, 0);
  tank.point.z() = -mode.height;  // the mass slides through the center of mass: no pitch
  solver::Model model = heavy_tank(tank, 0.05);
  model.bodies[0].free = {true, true, true, true, false, true};
  model.bodies[0].pose.position.x() = 0.5;
  SECTION("of order 4 with rk4") {
    const auto error = [&](double step) {
      model.step_ns = nanoseconds(step);
      Simulation simulation(model);
      run(simulation, 20.0);
      const Vector2 found(read_number(simulation, "barge.position"),
                          read_number(simulation, "tank.coordinate"));
      return (found - expected(20.0)).norm();
    };
    const double coarse = error(0.2);
    CHECK(coarse < 1e-3);
    CHECK(coarse / error(0.1) == Approx(16.0).epsilon(0.15));
  }
  SECTION("wall and force are those of the modal mass") {
    Simulation simulation(model);
    run(simulation, 5.0);
    const double q = expected(5.0)[1];
    CHECK(read_number(simulation, "tank.coordinate") == Approx(q).epsilon(1e-5));
    CHECK(read_number(simulation, "tank.elevation") == Approx(mode.elevation * q).epsilon(1e-5));
    CHECK(read_number(simulation, "tank.force") ==
          Approx(mode.mass * mode.omega * mode.omega * q).epsilon(1e-5));
  }
  SECTION("and so say the linear equations: no motion is held at either frequency") {
    const solver::Linearization linear(model, nullptr, {solver::OperatingPoint::kPresent}, nullptr);
    for (int i = 0; i < 2; ++i) {
      const double squared = modes.values[i];
      const Complex Z = linear.lines().impedance(std::sqrt(squared))(0, 0);
      CHECK(std::abs(2e5 - squared * 9e5 + Z) <= 1e-9 * squared * 9e5);
    }
  }
}

TEST_CASE("tank: without damping energy is kept, with damping it falls",
          "[solver][loads][tank][energy]") {
  Simulation kept(moving_in_all_dofs(0.02));
  const double before = total_energy(kept);
  for (int step = 0; step < 1000; ++step) {
    kept.step();
    // to round-off at any state, since the equations have an energy
    REQUIRE(std::abs(read_number(kept, "energy.power")) <= 1e-12 * std::abs(before));
  }
  CHECK(total_energy(kept) == Approx(before).epsilon(1e-6));  // order 4 in the step
  Simulation damped(moving_in_all_dofs(0.02, 0.05));
  double last = total_energy(damped);
  for (int step = 0; step < 1000; ++step) {
    damped.step();
    CHECK(read_number(damped, "energy.power") <= 0.0);
    REQUIRE(total_energy(damped) <= last + 1e-9 * before);
    last = total_energy(damped);
  }
  CHECK(last < 0.9 * before);
}

TEST_CASE("tank: a step is of the order of its stepper", "[solver][loads][tank]") {
  const auto ratio = [](StepperKind stepper) {
    const auto at = [stepper](double step) {
      solver::Model model = moving_in_all_dofs(step, 0.03);
      model.stepper = stepper;
      return motion_at(model, 6.0);
    };
    const VectorXd coarse = at(0.1), fine = at(0.05), finest = at(0.025);
    return (coarse - fine).norm() / (fine - finest).norm();
  };
  CHECK(ratio(StepperKind::kRungeKutta4) == Approx(16.0).epsilon(0.2));
  CHECK(ratio(StepperKind::kMidpoint) == Approx(4.0).epsilon(0.1));
  // The added mass of loads is that of the start of a step: order 1 in how it turns.
  CHECK(ratio(StepperKind::kSpook) > 1.9);
  CHECK(ratio(StepperKind::kMoreauJean) > 1.9);
}

TEST_CASE("tank: liquid six times as heavy as its hull is stable at long steps",
          "[solver][loads][tank]") {
  const auto largest_energy = [](StepperKind stepper, double step, double damping) {
    solver::Model model = moving_in_all_dofs(step, damping);
    model.stepper = stepper;
    Simulation simulation(model);
    const double before = total_energy(simulation);
    double most = 0.0;
    while (simulation.time_ns() < nanoseconds(500.0)) {
      simulation.step();
      most = std::max(most, total_energy(simulation) / before);
    }
    return most;
  };
  CHECK(largest_energy(StepperKind::kRungeKutta4, 0.5, 0.0) < 1.0);
  CHECK(largest_energy(StepperKind::kMidpoint, 0.5, 0.0) < 1.05);  // 1.03 of frozen liquid too
  CHECK(largest_energy(StepperKind::kSpook, 0.1, 0.01) < 1.02);
  CHECK(largest_energy(StepperKind::kMoreauJean, 0.1, 0.01) < 1.02);
}

TEST_CASE("tank: liquid that is let loose begins level", "[solver][loads][tank]") {
  solver::Model model = moving_in_all_dofs(0.05);
  model.loads.back().enabled = false;
  solver::Input thaw;
  thaw.name = "thaw";
  thaw.kind = solver::LoadEnabled{"tank"};
  model.inputs.push_back(thaw);
  Simulation simulation(model);
  run(simulation, 3.0);
  CHECK(read_output(simulation, "tank.force").isZero(0.0));
  CHECK(read_output(simulation, "tank.coordinate").isZero(0.0));
  const double on = 1.0;
  simulation.write_input(0, nanoseconds(3.0), {&on, 1});
  const Vector3 tilt = simulation.state().bodies[0].attitude.toRotationMatrix().row(2);
  const solver::SloshingMode mode = solver::sloshing_mode(kBox, 1, kGravity);
  CHECK(read_number(simulation, "tank.coordinate") ==
        Approx(-kGravity / (mode.omega * mode.omega) * tilt.x()).epsilon(1e-13));
  const double before = total_energy(simulation);
  run(simulation, 3.0);
  CHECK(total_energy(simulation) == Approx(before).epsilon(1e-5));  // of order 4
}
