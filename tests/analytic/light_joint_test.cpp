/// @file Joints of bodies that have little inertia about them, and links of hardly any mass.
#include "tests/support/constants.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointType;
using solver::Simulation;

namespace {

constexpr double kLightDuration = 5.0;

/// Angle below the horizontal after kLightDuration of a pendulum of 1 m released there, of which
/// the inertia about its centre of mass is `ratio` m L^2: theta'' = g / (L (1 + ratio)) cos theta.
double pendulum_angle(double ratio) {
  constexpr int kSteps = 100000;  // error below 1e-13
  constexpr double h = kLightDuration / kSteps;
  const auto acceleration = [ratio](double angle) {
    return kGravity / (1.0 + ratio) * std::cos(angle);
  };
  double angle = 0.0, speed = 0.0;
  for (int i = 0; i < kSteps; ++i) {
    const double k1 = acceleration(angle);
    const double k2 = acceleration(angle + 0.5 * h * speed);
    const double k3 = acceleration(angle + 0.5 * h * speed + 0.25 * h * h * k1);
    const double k4 = acceleration(angle + h * speed + 0.5 * h * h * k2);
    angle += h * speed + h * h / 6.0 * (k1 + k2 + k3);
    speed += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return angle;
}

solver::Model empty_model(double step) {
  solver::Model model;
  model.gravity = kGravity;
  model.step_ns = nanoseconds(step);
  model.stepper = solver::StepperKind::kRungeKutta4;
  return model;
}

/// A body that hangs by `joint` in its end at x = `end` on the body before it.
void add_body(double mass, double inertia, double center, double end, JointType type,
              solver::Model& model) {
  Joint joint;
  if (!model.bodies.empty()) joint.body2 = model.bodies.back().name;
  const std::string number = std::to_string(model.bodies.size());
  model.bodies.push_back(
      weightless_body("body" + number, mass, Vector3::Constant(inertia), {center, 0.0, 0.0}));
  model.bodies.back().gravity = true;
  joint.name = "joint" + number;
  joint.type = type;
  joint.body1 = "body" + number;
  joint.position.x() = end;
  joint.axis = Vector3::UnitY();
  if (type == JointType::kUniversal) joint.axis2 = Vector3::UnitX();
  model.joints.push_back(joint);
}

double pendulum_error(JointType type, double ratio, double step) {
  solver::Model model = empty_model(step);
  add_body(1.0, ratio, 1.0, 0.0, type, model);
  Simulation simulation(model);
  run(simulation, kLightDuration);
  const double angle = pendulum_angle(ratio);
  return (simulation.body(0).position() - Vector3(std::cos(angle), 0.0, -std::sin(angle))).norm();
}

/// Where the second of two heavy rods is after 1 s that hang by links of `mass`.
Vector3 end_of_linked_rods(double mass, double step) {
  solver::Model model = empty_model(step);
  for (int i = 0; i < 4; ++i) {
    const double of_body = i % 2 == 0 ? mass : 1.0;
    add_body(of_body, of_body / 12.0, 0.5 + i, i, JointType::kHinge, model);
  }
  Simulation simulation(model);
  run(simulation, 1.0);
  return simulation.body(3).position();
}

}  // namespace

TEST_CASE("pendulum of a point mass: order 4 however little inertia it has about itself",
          "[solver][joints][steppers]") {
  const auto type = GENERATE(JointType::kHinge, JointType::kBall, JointType::kUniversal);
  const double ratio = GENERATE(1e-2, 1e-4, 1e-6, 1e-9);
  const double coarse = pendulum_error(type, ratio, 0.02);
  const double fine = pendulum_error(type, ratio, 0.01);
  CAPTURE(static_cast<int>(type), ratio, coarse, fine);
  CHECK(coarse < 1.2e-6);
  CHECK(std::log2(coarse / fine) == Approx(4.0).epsilon(0.0).margin(0.35));
}

TEST_CASE("rods on links of hardly any mass: order 4, and the motion that a lighter link leaves",
          "[solver][joints][steppers]") {
  const double mass = GENERATE(1e-4, 1e-6, 1e-8);
  const Vector3 fine = end_of_linked_rods(mass, 0.00125);
  const double coarse_change =
      (end_of_linked_rods(mass, 0.005) - end_of_linked_rods(mass, 0.0025)).norm();
  const double fine_change = (end_of_linked_rods(mass, 0.0025) - fine).norm();
  CAPTURE(mass, coarse_change, fine_change);
  CHECK(coarse_change < 1e-7);
  CHECK(std::log2(coarse_change / fine_change) == Approx(4.0).epsilon(0.0).margin(0.3));
  // A link's own momentum is its mass times some m/s: it moves the rods by no more than that.
  CHECK((fine - end_of_linked_rods(1e-9, 0.00125)).norm() < 2.0 * mass);
}
