#include "solver/model/loads/linear_mooring.hpp"
#include "tests/support/free_motion.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

constexpr std::array<bool, 6> kHeaveOnly{false, false, true, false, false, false};

/// docs/reference/cases.md S1: two bodies in heave, added mass given directly.
solver::Model heaving_pair(double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.bodies = {weightless_body("a", 1.0e6, Vector3::Constant(1e7), {0, 0, 1}, kHeaveOnly),
                  weightless_body("b", 0.6e6, Vector3::Constant(1e7), {30, 0, 0}, kHeaveOnly)};
  solver::AddedMassInteraction pair;
  pair.name = "pair";
  pair.body1 = "a";
  pair.body2 = "b";
  pair.blocks.body1(2, 2) = 0.8e6;
  pair.blocks.body2(2, 2) = 0.5e6;
  pair.blocks.off_diagonal(2, 2) = -0.15e6;
  model.added_mass_interactions = {pair};
  const Vector6 heave = Vector6::Unit(2);
  model.loads = {mooring("spring_a", "a", 3.0e6 * heave, Vector6::Zero()),
                 mooring("spring_b", "b", 2.0e6 * heave, Vector6::Zero())};
  auto& rest = model.loads[0].kind.get<solver::LinearMooring>().rest_pose;
  rest = solver::Pose{};
  return model;
}

/// z(t) from the generalised eigenproblem K x = omega^2 (M + A) x.
Eigen::Vector2d exact_heave(double time) {
  Eigen::Matrix2d W, K;
  W << 1.8e6, -0.15e6, -0.15e6, 1.1e6;
  K << 3.0e6, 0.0, 0.0, 2.0e6;
  return free_motion(W, K, Eigen::Vector2d(1.0, 0.0), time);
}

Eigen::Vector2d heave_after(double step, double time) {
  Simulation simulation(heaving_pair(step));
  run(simulation, time);
  return {read_output(simulation, "a.displacement")[2],
          read_output(simulation, "b.displacement")[2]};
}

/// docs/reference/cases.md S2: a body that moves in the plane with its added mass turning with it.
solver::Model munk_body(double step, solver::HydroFrame frame) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  const double heading = kPi / 3.0;
  auto body = weightless_body("body", 1000.0, Vector3::Constant(500.0), Vector3::Zero());
  body.pose.attitude = yawed(heading);
  // The impulse (2000, 0) in the world, the body's momentum per mass 1100 ahead and 1900 abeam.
  const double ahead = 2000.0 * std::cos(heading) / 1100.0;
  const double abeam = -2000.0 * std::sin(heading) / 1900.0;
  body.linear_velocity = yawed(heading) * Vector3(ahead, abeam, 0.0);
  model.bodies = {body};
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "body";
  water.blocks.body1.diagonal() << 100.0, 900.0, 0.0, 0.0, 0.0, 300.0;
  water.frame = frame;
  water.coriolis = solver::AddedMassCoriolis::kFull;
  model.added_mass_interactions = {water};
  return model;
}

}  // namespace

TEST_CASE("two bodies in heave, coupled by added mass: the closed form at t = 10 and 60",
          "[solver][analytic][S1]") {
  // docs/reference/cases.md S1; the closed form is first checked against the published digits.
  CHECK(exact_heave(10.0)[0] == Approx(0.7237247).epsilon(0.0).margin(1e-7));
  CHECK(exact_heave(10.0)[1] == Approx(-0.49814035).epsilon(0.0).margin(1e-7));
  CHECK(exact_heave(60.0)[0] == Approx(0.38028644).epsilon(0.0).margin(1e-7));
  CHECK(exact_heave(60.0)[1] == Approx(-0.93598599).epsilon(0.0).margin(1e-7));
  CHECK((heave_after(0.02, 10.0) - exact_heave(10.0)).norm() < 1e-6);
  CHECK((heave_after(0.02, 60.0) - exact_heave(60.0)).norm() < 1e-6);
}

TEST_CASE(
    "two bodies in heave, coupled by added mass: the error falls with the step to the power 4",
    "[solver][analytic][S1]") {
  const double coarse = (heave_after(0.2, 10.0) - exact_heave(10.0)).norm();
  const double fine = (heave_after(0.1, 10.0) - exact_heave(10.0)).norm();
  CHECK(std::log2(coarse / fine) == Approx(4.0).epsilon(0.0).margin(0.15));
}

TEST_CASE("two bodies whose added mass exceeds their mass: stable at any step that resolves them",
          "[solver][analytic][S1]") {
  // Added mass as a lagged force diverges here, the sooner the smaller the step; in the system
  // matrix nothing happens but the oscillation.
  for (const double step : {0.1, 0.01, 0.001}) {
    solver::Model model = heaving_pair(step);
    model.added_mass_interactions[0].blocks.body1(2, 2) = 1.0e6;
    model.added_mass_interactions[0].blocks.body2(2, 2) = 0.6e6;
    model.added_mass_interactions[0].blocks.off_diagonal(2, 2) = -0.0085e6;
    Simulation simulation(model);
    double largest = 0.0;
    for (int i = 0; i < static_cast<int>(20.0 / step); ++i) {
      simulation.step();
      largest = std::max(largest, std::abs(read_output(simulation, "a.position")[2]));
    }
    CHECK(largest <= 1.0 + 1e-12);
  }
}

TEST_CASE("a planar body with a Munk moment: the closed-form trajectory, its impulse kept",
          "[solver][analytic][S2]") {
  const auto frame = GENERATE(solver::HydroFrame::kHeading, solver::HydroFrame::kBody);
  Simulation simulation(munk_body(0.01, frame));
  const double speed = simulation.state().bodies[0].momentum.head<2>().norm();
  run(simulation, 10.0);
  const VectorXd position = read_output(simulation, "body.position");
  const Quaternion attitude = simulation.state().bodies[0].attitude;
  const double heading = 2.0 * std::atan2(attitude.z(), attitude.w());
  const Vector3 velocity =
      attitude.conjugate() * Vector3(read_output(simulation, "body.linear_velocity"));
  // docs/reference/cases.md S2: rk4 with h = 0.01 within 1e-7.
  CHECK(position[0] == Approx(11.5394111).epsilon(0.0).margin(1e-7));
  CHECK(position[1] == Approx(0.0825916).epsilon(0.0).margin(1e-7));
  CHECK(heading == Approx(1.07332566).epsilon(0.0).margin(1e-7));
  CHECK(velocity[0] == Approx(0.8676442).epsilon(0.0).margin(1e-7));
  CHECK(velocity[1] == Approx(-0.9250446).epsilon(0.0).margin(1e-7));
  CHECK(read_output(simulation, "body.angular_velocity")[2] ==
        Approx(0.2064790).epsilon(0.0).margin(1e-7));
  // No force acts, so that the momentum is never touched.
  const Vector6 momentum = simulation.state().bodies[0].momentum;
  CHECK(std::abs(momentum[0] - 2000.0) / speed < 1e-14);
  CHECK(std::abs(momentum[1]) / speed < 1e-14);
}

TEST_CASE("a planar body with a Munk moment: its heading swings with the exact period",
          "[solver][analytic][S2]") {
  // After one period of docs/reference/cases.md S2 the motion repeats; h divides it, so that no
  // step is left over.
  const double period = 4.874122034;
  Simulation simulation(munk_body(period / 400.0, solver::HydroFrame::kHeading));
  for (int i = 0; i < 400; ++i) simulation.step();
  const Quaternion attitude = simulation.state().bodies[0].attitude;
  CHECK(2.0 * std::atan2(attitude.z(), attitude.w()) ==
        Approx(kPi / 3.0).epsilon(0.0).margin(1e-7));
}

TEST_CASE("a planar body without Coriolis of added mass: no moment turns it",
          "[solver][analytic][S2]") {
  solver::Model model = munk_body(0.01, solver::HydroFrame::kHeading);
  model.added_mass_interactions[0].coriolis = solver::AddedMassCoriolis::kOff;
  Simulation simulation(model);
  const VectorXd velocity = read_output(simulation, "body.linear_velocity");
  run(simulation, 5.0);
  // (M + A) a = 0: velocity and heading stay.
  CHECK((read_output(simulation, "body.linear_velocity") - velocity).norm() < 1e-14);
  CHECK(read_output(simulation, "body.angular_velocity").norm() < 1e-15);
}

TEST_CASE("a planar body with the yaw part of the Munk moment: the moment of the closed form alone",
          "[solver][analytic][S2]") {
  solver::Model model = munk_body(0.01, solver::HydroFrame::kHeading);
  model.added_mass_interactions[0].coriolis = solver::AddedMassCoriolis::kMunkYaw;
  Simulation simulation(model);
  const double u = 2000.0 * std::cos(kPi / 3.0) / 1100.0;
  const double v = -2000.0 * std::sin(kPi / 3.0) / 1900.0;
  // (I + A66) dr/dt = -(A22 - A11) u v
  CHECK(read_output(simulation, "body.angular_acceleration")[2] ==
        Approx(-(900.0 - 100.0) * u * v / 800.0).epsilon(1e-12));
  CHECK(read_output(simulation, "body.linear_acceleration").norm() < 1e-14);
}
