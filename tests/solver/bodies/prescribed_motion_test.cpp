#include "solver/model/bodies/prescribed_motion.hpp"

#include <cmath>

#include "solver/model/bodies/motion_function.hpp"
#include "solver/model/bodies/rotation.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::DisplacementRao;
using solver::MotionSeries;
using solver::Simulation;
using solver::StepperKind;

namespace {

solver::RigidBody moved_body(solver::PrescribedMotion motion) {
  solver::RigidBody body;
  body.name = "vessel";
  body.motion = solver::Motion::kKinematic;
  body.prescribed = std::move(motion);
  return body;
}

/// RAOs of two periods, lagging, in degrees; one direction for all.
DisplacementRao two_periods() {
  DisplacementRao rao;
  rao.omega = {kTwoPi / 12.0, kTwoPi / 8.0};
  rao.direction_deg = {0.0};
  rao.amplitude = {.62, 0.0, .85, 0.0, 1.60, 0.0, .30, 0.0, .45, 0.0, 1.10, 0.0};
  rao.phase_deg = {88.0, 0.0, 6.0, 0.0, -86.0, 0.0, 80.0, 0.0, 20.0, 0.0, -70.0, 0.0};
  rao.phase_origin = {5.0, 0.0, 0.0};
  return rao;
}

solver::Model vessel_in_two_waves() {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.gravity = 9.80665;
  model.bodies = {moved_body({two_periods()})};
  model.bodies[0].pose.position = {50.0, 0.0, 0.0};
  model.sea = hydro::Sea({{kTwoPi / 8.0, 1.5, .3, 0.0}, {kTwoPi / 12.0, 2.0, -1.0, 0.0}}, kDeep,
                         9.80665, 0.0);
  return model;
}

/// Columns x y z roll pitch yaw at whole seconds.
template <typename Row>
MotionSeries recorded(int last, const Row& row) {
  MotionSeries series;
  for (int i = 0; i <= last; ++i) {
    series.time.push_back(i);
    const std::vector<double> values = row(static_cast<double>(i));
    series.values.insert(series.values.end(), values.begin(), values.end());
  }
  return series;
}

/// x = a t^2 / 2, which a cubic spline has exactly.
MotionSeries accelerating(double a) {
  return recorded(10,
                  [a](double t) { return std::vector{0.5 * a * t * t, 0.0, 0.0, 0.0, 0.0, 0.0}; });
}

}  // namespace

TEST_CASE("prescribed motion: displacement RAOs in two waves, independently computed",
          "[solver][bodies][prescribed][reference]") {
  Simulation simulation(vessel_in_two_waves());
  const double expected[3][4] = {{0.0, -.809605377, -2.122511317, .018101893},
                                 {10.0, .047826685, -1.693372383, -.000531436},
                                 {33.3, .451817346, -1.573140470, -.025510030}};
  constexpr double kDigit = 5.1e-10;
  for (const auto& [time, surge, heave, pitch] : expected) {
    run(simulation, time - 1e-9 * static_cast<double>(simulation.time_ns()));
    const VectorXd displacement = read_output(simulation, "vessel.displacement");
    CHECK(displacement[0] == Approx(surge).epsilon(0.0).margin(kDigit));
    CHECK(displacement[2] == Approx(heave).epsilon(0.0).margin(kDigit));
    CHECK(displacement[4] == Approx(pitch).epsilon(0.0).margin(kDigit));
    CHECK(displacement[1] == 0.0);
  }
  const VectorXd q = read_output(simulation, "vessel.orientation");
  const Vector3 point = Vector3(read_output(simulation, "vessel.position")) +
                        Quaternion(q[0], q[1], q[2], q[3]) * Vector3(-60.0, 0.0, 8.0);
  CHECK(point.x() == Approx(-9.732718970).epsilon(0.0).margin(kDigit));
  CHECK(point.z() == Approx(4.893820829).epsilon(0.0).margin(kDigit));
}

TEST_CASE("prescribed motion: velocity and acceleration are derivatives of the pose",
          "[solver][bodies][prescribed]") {
  solver::Model model = vessel_in_two_waves();
  DisplacementRao rao = two_periods();
  for (double& amplitude : rao.amplitude) amplitude = 5.0 + 3.0 * amplitude;  // in all six, large
  rao.origin = {-20.0, 3.0, 4.0};
  model.bodies[0].prescribed->kind = rao;
  model.bodies[0].pose.attitude = solver::exponential({0.1, -0.2, 0.9});
  model.sea = hydro::Sea(model.sea->components(), kDeep, 9.80665, 40.0);
  MotionSeries series = recorded(12, [](double t) {
    return std::vector{std::sin(t), t, 1.0, 20.0 * std::sin(0.7 * t), 60.0 * t, 170.0 + 40.0 * t};
  });
  for (const solver::PrescribedMotion& kind :
       {solver::PrescribedMotion{rao}, solver::PrescribedMotion{series}}) {
    model.bodies[0].prescribed = kind;
    const auto motion = solver::motion_of(model.bodies[0], model.sea);
    constexpr double kStep = 1e-4, kTruncation = 1e-6;  // h^2 times the third derivative
    for (const double t : {1.3, 7.7, 11.2}) {
      const auto now = motion->at(t), before = motion->at(t - kStep), after = motion->at(t + kStep);
      const Vector3 v = (after.position - before.position) / (2.0 * kStep);
      const Vector3 omega =
          rotation_vector(after.attitude * before.attitude.conjugate()) / (2.0 * kStep);
      const Vector6 a = (after.velocity - before.velocity) / (2.0 * kStep);
      CHECK((v - now.velocity.head<3>()).norm() < kTruncation);
      CHECK((omega - now.velocity.tail<3>()).norm() < kTruncation);
      CHECK((a - now.acceleration).norm() < kTruncation * (1.0 + a.norm()));
    }
  }
}

TEST_CASE("prescribed motion: leading phases, radians and directions from are the same motion",
          "[solver][bodies][prescribed]") {
  solver::Model model = vessel_in_two_waves();
  const auto lagging = solver::motion_of(model.bodies[0], model.sea)->at(3.0);
  DisplacementRao rao = two_periods();
  for (double& phase : rao.phase_deg) phase = -phase;
  for (std::size_t i = 0; i < rao.amplitude.size(); ++i) {
    if (i % 6 >= 3) rao.amplitude[i] *= kDegree;
  }
  rao.phase = solver::RaoPhase::kLead;
  rao.rotation = solver::RaoRotation::kRad;
  rao.directions = solver::RaoDirections::kFrom;
  rao.direction_deg = {180.0};
  model.bodies[0].prescribed->kind = rao;
  const auto leading = solver::motion_of(model.bodies[0], model.sea)->at(3.0);
  CHECK((leading.position - lagging.position).norm() < 1e-12);
  CHECK((leading.acceleration - lagging.acceleration).norm() < 1e-12);
}

TEST_CASE("prescribed motion: a half circle of directions is mirrored, between them it is linear",
          "[solver][bodies][prescribed]") {
  const auto position = [](double direction, double time) {
    DisplacementRao rao;
    rao.omega = {0.7};
    rao.direction_deg = {0.0, 90.0, 180.0};
    rao.amplitude = {1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0};
    const solver::RigidBody body = moved_body({rao});
    const hydro::Sea sea({{0.7, 1.0, 0.0, direction * kDegree}}, kDeep, 9.81, 0.0);
    return solver::motion_of(body, sea)->at(time).position;
  };
  CHECK((position(90.0, 0.0) - Vector3(0.0, 2.0, 0.0)).norm() < 1e-12);
  CHECK((position(-90.0, 0.0) - Vector3(0.0, -2.0, 0.0)).norm() < 1e-12);
  CHECK((position(45.0, 0.0) - Vector3(0.5, 1.0, 0.0)).norm() < 1e-12);
  CHECK((position(225.0, 0.0) - Vector3(0.5, -1.0, 0.0)).norm() < 1e-12);
}

TEST_CASE("prescribed motion: quaternions of either sign are one rotation",
          "[solver][bodies][prescribed][analytic]") {
  MotionSeries series;
  for (int i = 0; i <= 40; ++i) {
    const double t = 0.25 * i;
    const Quaternion q = yawed(0.5 * t);
    const double sign = i % 2 == 0 ? 1.0 : -1.0;
    series.time.push_back(t);
    for (const double value : {0.0, 0.0, 0.0, sign * q.w(), 0.0, 0.0, sign * q.z()}) {
      series.values.push_back(value);
    }
  }
  const auto now = solver::motion_of(moved_body({series}), std::nullopt)->at(4.3);
  CHECK((now.velocity - wrench(Vector3::Zero(), {0.0, 0.0, 0.5})).norm() < 1e-5);  // h^3
  CHECK(now.acceleration.norm() < 1e-3);                                           // h^2
}

TEST_CASE("prescribed motion: a pendulum below an accelerating vessel stays at its angle",
          "[solver][bodies][prescribed][analytic]") {
  constexpr double kAcceleration = 3.0, kGravity = 9.80665, kLength = 5.0, kMass = 100.0;
  const double angle = std::atan2(kAcceleration, kGravity);
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.gravity = kGravity;
  model.bodies = {moved_body({accelerating(kAcceleration)}),
                  weightless_body("bob", kMass, {10.0, 10.0, 10.0},
                                  {-kLength * std::sin(angle), 0.0, -kLength * std::cos(angle)})};
  model.bodies[1].gravity = true;
  solver::Joint joint;
  joint.name = "hinge";
  joint.type = solver::JointType::kHinge;
  joint.body1 = "bob";
  joint.body2 = "vessel";
  joint.position = Vector3::Zero();
  joint.axis = Vector3::UnitY();
  model.joints = {joint};
  struct Expected {
    StepperKind stepper;
    double tolerance;
  };
  // (omega h)^4 times some metres at omega = 1.4 rad/s; spook is of order 1, half a step behind.
  for (const auto& [stepper, tolerance] :
       {Expected{StepperKind::kRungeKutta4, 1e-6}, Expected{StepperKind::kMidpoint, 1e-6},
        Expected{StepperKind::kSpook, 5e-2}}) {
    model.stepper = stepper;
    Simulation simulation(model);
    const VectorXd start = read_output(simulation, "bob.position");
    if (stepper == StepperKind::kRungeKutta4) {
      const VectorXd a = read_output(simulation, "bob.linear_acceleration");
      constexpr double kYielding = 1e-7;  // of rigid rows, by their regularization
      CHECK(a[0] == Approx(kAcceleration).epsilon(kYielding));
      CHECK(std::abs(a[2]) < kYielding * kGravity);
    }
    run(simulation, 5.0);
    const double way = 0.5 * kAcceleration * 25.0;
    const VectorXd end = read_output(simulation, "bob.position");
    CAPTURE(static_cast<int>(stepper));
    CHECK(std::abs(end[0] - start[0] - way) < tolerance);
    CHECK(std::abs(end[2] - start[2]) < tolerance);
    CHECK(read_output(simulation, "vessel.position")[0] == Approx(way).epsilon(1e-12));
    CHECK(read_output(simulation, "vessel.linear_velocity")[0] == Approx(15.0).epsilon(1e-12));
  }
}

TEST_CASE("prescribed motion: coupled added mass takes the acceleration",
          "[solver][bodies][prescribed][analytic]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.bodies = {moved_body({accelerating(2.0)}),
                  weightless_body("buoy", 6.0, {1.0, 1.0, 1.0}, {0.0, 10.0, 0.0})};
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "vessel";
  water.body2 = "buoy";
  water.blocks.body1(0, 0) = 5.0;
  water.blocks.body2(0, 0) = 4.0;
  water.blocks.off_diagonal(0, 0) = 3.0;
  model.added_mass_interactions = {water};
  Simulation simulation(model);
  // No momentum comes to the buoy: (6 + 4) v + 3 V = 0.
  CHECK(read_output(simulation, "buoy.linear_acceleration")[0] == Approx(-0.6).epsilon(1e-12));
  run(simulation, 5.0);
  CHECK(read_output(simulation, "buoy.linear_velocity")[0] == Approx(-0.3 * 10.0).epsilon(1e-12));
  CHECK(read_output(simulation, "buoy.position")[0] == Approx(-0.3 * 25.0).epsilon(1e-12));
}

TEST_CASE("prescribed motion: what does not go with it is refused",
          "[solver][bodies][prescribed]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.bodies = {moved_body({accelerating(1.0)})};
  SECTION("a body that forces move") {
    model.bodies[0].motion = solver::Motion::kStatic;
    CHECK_THROWS_WITH(Simulation(model), Contains("bodies[0].prescribed must be left out unless "
                                                  "motion is kinematic, got motion static"));
  }
  SECTION("held dofs") {
    model.bodies[0].free[2] = false;
    CHECK_THROWS_WITH(Simulation(model), Contains("bodies[0].free must be left out"));
  }
  SECTION("times that do not ascend, rows that are not whole, a late beginning") {
    auto& series = std::get<MotionSeries>(model.bodies[0].prescribed->kind);
    series.values.pop_back();
    CHECK_THROWS_WITH(Simulation(model), Contains("bodies[0].prescribed.motion.values must have 6 "
                                                  "or 7 values for each of 11 rows, got 65"));
    series.time[3] = 2.0;
    CHECK_THROWS_WITH(Simulation(model), Contains("bodies[0].prescribed.motion.time[3] must ascend "
                                                  "strictly, got 2 after 2"));
    series.time[0] = 0.5;
    CHECK_THROWS_WITH(Simulation(model),
                      Contains("bodies[0].prescribed.motion.time[0] must be at most 0"));
  }
  SECTION("a table with a gap, and one that ends below the waves") {
    DisplacementRao rao = two_periods();
    rao.direction_deg = {0.0, 120.0};
    model.bodies[0].prescribed->kind = rao;
    CHECK_THROWS_WITH(Simulation(model), Contains("without a gap above 90 deg"));
    rao = two_periods();
    model.bodies[0].prescribed->kind = rao;
    model.sea = hydro::Sea({{1.5, 1.0, 0.0, 0.0}}, kDeep, 9.81, 0.0);
    CHECK_THROWS_WITH(Simulation(model), Contains("omega must reach to where at most 5 % of the "
                                                  "variance of the sea lies above"));
  }
  SECTION("a step beyond the last row") {
    Simulation simulation(model);
    run(simulation, 10.0);
    CHECK_THROWS_WITH(simulation.step(), Contains("the prescribed motion of body 'vessel' must "
                                                  "reach to"));
  }
  SECTION("an input that moves it, and a joint to the world") {
    solver::KinematicMotion input;
    input.body = "vessel";
    model.inputs = {{"push", input}};
    CHECK_THROWS_WITH(Simulation(model),
                      Contains("must name a body whose motion is not prescribed already"));
  }
}
