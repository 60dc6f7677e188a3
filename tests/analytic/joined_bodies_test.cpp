/// @file What every stepper keeps of bodies that joints and water couple.
#include "solver/dynamics/steppers/stepper.hpp"
#include "tests/support/hinged_bodies.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointType;
using solver::Simulation;
using solver::StepperKind;

namespace {

constexpr std::array kAllSteppers{StepperKind::kRungeKutta4, StepperKind::kMidpoint,
                                  StepperKind::kSpook, StepperKind::kMoreauJean};

/// "aft" and "fore" hinged, "tug" ahead of them, water between fore and tug, which is kinematic.
solver::Model hinged_train(StepperKind stepper, double step) {
  solver::Model model = hinged_bodies(stepper, step);
  model.bodies.push_back(weightless_body("tug", 2.0, {1.0, 1.0, 1.0}, {4.0, 0.5, 0.0}));
  model.bodies[2].motion = solver::Motion::kKinematic;
  solver::AddedMassInteraction water = water_of("fore", "tug");
  water.blocks.off_diagonal(1, 1) = -0.4;
  water.blocks.off_diagonal(2, 4) = 0.2;
  water.frame = solver::HydroFrame::kBody;
  water.coriolis = solver::AddedMassCoriolis::kFull;
  model.added_mass_interactions = {water};
  return model;
}

Vector3 momentum_of_train(const Simulation& simulation) {
  return simulation.state().bodies[0].momentum.head<3>() +
         simulation.state().bodies[1].momentum.head<3>();
}

/// Kinetic energy, and that of the moorings and of the hinge.
double energy_of_train(Simulation& simulation) {
  double energy = 0.0;
  for (const std::size_t body : {0U, 1U}) {
    const solver::BodyState& state = simulation.state().bodies[body];
    energy += 0.5 * state.momentum.dot(state.velocity);
    const std::string name = simulation.model().bodies[body].name;
    const Vector6 x = read_output(simulation, name + ".displacement");
    energy += 0.5 * x.dot(mooring_stiffness().cwiseProduct(x));
  }
  const double stretch = read_output(simulation, "hinge.position")[0] - kHingeRest;
  return energy + 0.5 * kHingeStiffness * stretch * stretch;
}

}  // namespace

TEST_CASE("joined bodies in the water of a tug that sets off: their momentum stays to round-off",
          "[solver][steppers][joints][invariants]") {
  const auto stepper = GENERATE(from_range(kAllSteppers));
  Simulation simulation(hinged_train(stepper, 0.01));
  Vector6 speed;
  speed << 0.7, 0.4, -0.2, 0.1, 0.3, -0.2;
  run(simulation, 1.0);
  simulation.set_velocity(2, speed);
  run(simulation, 5.0);
  CAPTURE(static_cast<int>(stepper));
  CHECK(simulation.state().bodies[1].velocity.norm() > 0.01);  // the tug drags them through water
  CHECK(momentum_of_train(simulation).norm() < 1e-12);
}

TEST_CASE("joined bodies on passive loads: their energy never exceeds that of the start",
          "[solver][steppers][joints][invariants]") {
  struct Case {
    StepperKind stepper;
    double excess;  ///< of the energy at the start: of the method's order, at h = 5 ms
  };
  const Case one =
      GENERATE(Case{StepperKind::kRungeKutta4, 1e-9}, Case{StepperKind::kMidpoint, 1e-6},
               Case{StepperKind::kSpook, 1e-2}, Case{StepperKind::kMoreauJean, 1e-2});
  solver::Model model = hinged_train(one.stepper, 0.005);
  model.loads = moorings();
  Simulation simulation(model);
  const double start = energy_of_train(simulation);
  double largest = 0.0;
  for (int i = 0; i < 4000; ++i) {
    simulation.step();
    largest = std::max(largest, energy_of_train(simulation));
  }
  CAPTURE(static_cast<int>(one.stepper), start, largest);
  CHECK(start > 0.1);
  CHECK(largest < start * (1.0 + one.excess));
  CHECK(energy_of_train(simulation) < 0.7 * start);
}

TEST_CASE("joined bodies: every stepper goes on with the same bytes after a rollback",
          "[solver][steppers][joints][state]") {
  const auto stepper = GENERATE(from_range(kAllSteppers));
  Simulation simulation(hinged_train(stepper, 0.01));
  run(simulation, 0.5);
  const solver::State earlier = simulation.state();
  run(simulation, 0.5);
  const solver::State later = simulation.state();
  CHECK_FALSE(identical(earlier, later));
  simulation.restore(earlier);
  run(simulation, 0.5);
  CHECK(identical(simulation.state(), later));
}

TEST_CASE("a joint to a body that moves: a load on a slewing crane goes round and pulls inwards",
          "[solver][steppers][joints][kinematic]") {
  const auto stepper = GENERATE(from_range(kAllSteppers));
  constexpr double kOmega = 0.5, kRadius = 2.0, kMass = 3.0;
  solver::Model model;
  model.step_ns = nanoseconds(0.002);
  model.stepper = stepper;
  model.bodies = {weightless_body("crane", 1.0, Vector3::Ones(), Vector3::Zero()),
                  weightless_body("load", kMass, Vector3::Ones(), {kRadius, 0.0, 0.0})};
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.bodies[0].angular_velocity.z() = kOmega;
  Joint ball;
  ball.name = "weld";
  ball.type = JointType::kLock;
  ball.body1 = "load";
  ball.body2 = "crane";
  ball.position = {kRadius, 0.0, 0.0};
  model.joints = {ball};
  Simulation simulation(model);
  run(simulation, 3.0);
  const double angle = kOmega * 3.0;
  const Vector3 outwards(std::cos(angle), std::sin(angle), 0.0);
  CAPTURE(static_cast<int>(stepper));
  const double gap = solver::steps_by_impulses(stepper) ? 1e-7 : 1e-9;  // m, what stays open
  CHECK((simulation.body(1).position() - kRadius * outwards).norm() < gap);
  const Vector3 force = read_output(simulation, "weld.force").head<3>();
  // Impulse steppers give the mean over the last step: half a step behind.
  const double margin = solver::steps_by_impulses(stepper) ? 2e-3 : 1e-9;
  CHECK((force + kMass * kOmega * kOmega * kRadius * outwards).norm() < margin);
}

TEST_CASE("joints that conflict: solved, both stay open by the same, and say by how much",
          "[solver][steppers][joints]") {
  const auto stepper = GENERATE(from_range(kAllSteppers));
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.stepper = stepper;
  model.bodies = {weightless_body("buoy", 2.0, Vector3::Ones(), Vector3::Zero()),
                  weightless_body("tug", 1.0, Vector3::Ones(), Vector3::Zero())};
  model.bodies[1].motion = solver::Motion::kKinematic;
  model.bodies[1].linear_velocity.x() = 0.1;
  for (const char* partner : {"", "tug"}) {
    Joint ball;
    ball.name = std::string("to_") + (*partner == 0 ? "ground" : partner);
    ball.type = JointType::kBall;
    ball.body1 = "buoy";
    ball.body2 = partner;
    model.joints.push_back(ball);
  }
  Simulation simulation(model);
  run(simulation, 2.0);
  CAPTURE(static_cast<int>(stepper));
  // The tug is .2 m away and pulls as the ground does.
  CHECK(read_output(simulation, "to_ground.gap")[0] == Approx(0.1).epsilon(1e-6));
  CHECK(read_output(simulation, "to_tug.gap")[0] == Approx(0.1).epsilon(1e-6));
  CHECK(read_output(simulation, "to_tug.gap")[1] == 0.0);
  CHECK(simulation.findings().back().name == "joints_redundant");
}

TEST_CASE("joints whose directions conflict as a crane turns: the least gaps with every stepper",
          "[solver][steppers][joints]") {
  const auto [held, pulled] =
      GENERATE(table<JointType, JointType>({{JointType::kHinge, JointType::kLock},
                                            {JointType::kLock, JointType::kLock},
                                            {JointType::kHinge, JointType::kHinge},
                                            {JointType::kBall, JointType::kHinge}}));
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("buoy", 2.0, Vector3::Ones(), {0.3, 0.2, 0.1}),
                  weightless_body("crane", 1.0, Vector3::Ones(), {1.0, 0.0, 0.0})};
  model.bodies[1].motion = solver::Motion::kKinematic;
  model.bodies[1].linear_velocity = {0.1, 0.02, 0.0};
  model.bodies[1].angular_velocity = {0.0, 0.03, 0.1};
  for (const char* partner : {"", "crane"}) {
    Joint joint;
    joint.name = std::string("to_") + partner;
    joint.type = *partner == 0 ? held : pulled;
    joint.body1 = "buoy";
    joint.body2 = partner;
    joint.axis = Vector3::UnitY();
    joint.position.x() = *partner == 0 ? 0.0 : 1.0;
    model.joints.push_back(joint);
  }
  std::vector<VectorXd> gaps;
  for (const StepperKind stepper :
       {StepperKind::kRungeKutta4, StepperKind::kSpook, StepperKind::kMoreauJean}) {
    model.stepper = stepper;
    Simulation simulation(model);
    run(simulation, 2.0);
    VectorXd& gap = gaps.emplace_back(4);
    gap << read_output(simulation, "to_.gap"), read_output(simulation, "to_crane.gap");
  }
  CAPTURE(gaps[0].transpose(), gaps[1].transpose(), gaps[2].transpose());
  CHECK(gaps[0].norm() > 0.1);
  CHECK(gaps[0].norm() < 0.25);  // the crane's point is .2 m away
  CHECK((gaps[1] - gaps[0]).norm() < 1e-5);
  CHECK((gaps[2] - gaps[0]).norm() < 1e-5);
}
