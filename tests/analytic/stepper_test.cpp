#include "solver/model/loads/constant_force.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "tests/support/hinged_bodies.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointType;
using solver::Simulation;
using solver::StepperKind;

namespace {

/// Hinged bodies coupled by the water, on their moorings.
solver::Model hinged_pair(StepperKind stepper, double step) {
  solver::Model model = hinged_bodies(stepper, step);
  solver::AddedMassInteraction water = water_of("aft", "fore");
  water.blocks.off_diagonal(2, 2) = -0.4;
  water.blocks.off_diagonal(4, 4) = 0.2;
  model.added_mass_interactions = {water};
  model.loads = moorings();
  return model;
}

VectorXd motion_after(StepperKind stepper, double step, double time) {
  Simulation simulation(hinged_pair(stepper, step));
  run(simulation, time);
  VectorXd motion(12);
  motion << read_output(simulation, "aft.displacement"),
      read_output(simulation, "fore.displacement");
  return motion;
}

}  // namespace

TEST_CASE("steppers: each converges to the same motion at its own order", "[solver][steppers]") {
  const VectorXd exact = motion_after(StepperKind::kRungeKutta4, 0.001, 3.0);
  const auto [stepper, order, step] =
      GENERATE(table<StepperKind, double, double>({{StepperKind::kRungeKutta4, 4.0, 0.04},
                                                   {StepperKind::kMidpoint, 2.0, 0.02},
                                                   {StepperKind::kSpook, 2.0, 0.02},
                                                   {StepperKind::kMoreauJean, 2.0, 0.02}}));
  const double coarse = (motion_after(stepper, step, 3.0) - exact).norm();
  const double fine = (motion_after(stepper, 0.5 * step, 3.0) - exact).norm();
  CAPTURE(coarse, fine);
  CHECK(exact.norm() > 0.1);
  CHECK(std::log2(coarse / fine) == Approx(order).epsilon(0.0).margin(0.2));
}

TEST_CASE("midpoint: a mooring a million times too stiff for an explicit step stays quiet",
          "[solver][steppers]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.stepper = StepperKind::kMidpoint;
  model.bodies = {weightless_body("buoy", 1.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.5})};
  // In heave omega h = 1000; in surge the spring is resolved.
  Vector6 stiffness = Vector6::Zero();
  stiffness[0] = 1.0;
  stiffness[2] = 1e8;
  model.loads = {mooring("mooring", "buoy", stiffness, Vector6::Zero())};
  model.loads[0].kind.get<solver::LinearMooring>().rest_pose = solver::Pose{};
  model.bodies[0].linear_velocity.x() = 1.0;
  Simulation simulation(model);
  for (int i = 0; i < 100; ++i) {
    simulation.step();
    CHECK(std::abs(read_output(simulation, "buoy.position")[2]) <= 0.5 + 1e-9);
  }
  // Second order in surge: the period is off by (omega h)^2 / 12.
  CHECK(read_output(simulation, "buoy.position")[0] ==
        Approx(std::sin(10.0 * (1.0 - 0.01 / 12.0))).epsilon(0.0).margin(1e-4));
}

TEST_CASE("midpoint: momentum of two bodies on a stiff spring stays to round-off",
          "[solver][steppers]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.stepper = StepperKind::kMidpoint;
  model.bodies = {weightless_body("a", 1.0, {1.0, 2.0, 3.0}, {0.0, 0.0, 0.0}),
                  weightless_body("b", 2.0, {2.0, 1.0, 3.0}, {3.0, 0.0, 0.0})};
  model.bodies[0].linear_velocity = {0.3, 0.5, -0.2};
  model.bodies[0].angular_velocity = {0.1, 0.4, 0.2};
  solver::PointSpring line;
  line.body1 = "a";
  line.body2 = "b";
  line.point1 = {0.5, 0.2, 0.0};
  line.stiffness = 1e5;
  line.damping = 10.0;
  model.loads = {{"line", line}};
  Simulation simulation(model);
  run(simulation, 10.0);
  const solver::State& state = simulation.state();
  const Vector3 momentum = state.bodies[0].momentum.head<3>() + state.bodies[1].momentum.head<3>();
  CHECK((momentum - Vector3(0.3, 0.5, -0.2)).norm() < 1e-12);
}

TEST_CASE("limited motor: pushes with its limit until its speed is reached, then just enough",
          "[solver][steppers][drives]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("cart", 4.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.0})};
  Joint slide;
  slide.name = "slide";
  slide.type = JointType::kPrismatic;
  slide.body1 = "cart";
  slide.axis = Vector3::UnitX();
  slide.drives = {{0, solver::Motor{1.5, 2.0}}};
  model.joints = {slide};
  Simulation simulation(model);  // no stepper named: one of impulses is chosen
  run(simulation, 1.0);
  CHECK(read_output(simulation, "cart.linear_velocity")[0] == Approx(0.5).epsilon(1e-9));
  CHECK(read_output(simulation, "slide.local_force")[2] == Approx(2.0).epsilon(1e-9));
  run(simulation, 4.0);
  CHECK(read_output(simulation, "cart.linear_velocity")[0] == Approx(1.5).epsilon(1e-8));
  CHECK(std::abs(read_output(simulation, "slide.local_force")[2]) < 1e-6);
  model.stepper = StepperKind::kRungeKutta4;
  CHECK_THROWS_WITH(Simulation(model), Catch::Matchers::Contains("joints[0].drives[0]"));
}

TEST_CASE("friction drive: holds below its force, slides with it above", "[solver][steppers]") {
  const double pull = GENERATE(2.9, 3.5);
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("cart", 2.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.0})};
  Joint slide;
  slide.name = "slide";
  slide.type = JointType::kPrismatic;
  slide.body1 = "cart";
  slide.axis = Vector3::UnitX();
  slide.drives = {{0, solver::FrictionDrive{3.0}}};
  model.joints = {slide};
  solver::ConstantForce force;
  force.body = "cart";
  force.force = {pull, 0.0, 0.0};
  model.loads = {{"pull", force}};
  Simulation simulation(model);
  run(simulation, 2.0);
  const double expected = pull > 3.0 ? 2.0 * (pull - 3.0) / 2.0 : 0.0;
  CHECK(read_output(simulation, "cart.linear_velocity")[0] ==
        Approx(expected).epsilon(0.0).margin(1e-8));
}
