#include "solver/joints/joint_constraint.hpp"
#include "solver/simulation/run/embedding.hpp"
#include "tests/solver/joints/joint_models.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::JointType;
using solver::Simulation;
using solver::StepperKind;

namespace {

/// What a joint ties body a to.
enum class Partner { kBody, kWorld, kKinematicBody };

/// Two moving bodies with water between them and a compliant joint, on which its first dof has a
/// spring.
solver::Model jointed_pair(JointType type, Partner partner, double compliance,
                           std::mt19937& generator) {
  solver::Model model = two_bodies(generator);
  if (partner == Partner::kKinematicBody) model.bodies[1].motion = solver::Motion::kKinematic;
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "b";
  water.body2 = "a";
  water.frame = solver::HydroFrame::kBody;
  water.blocks.body1.diagonal() << 0.5, 2.0, 3.0, 0.1, 1.0, 1.0;
  water.blocks.body2.diagonal() << 0.5, 1.0, 2.0, 0.1, 1.0, 1.0;
  water.blocks.off_diagonal(2, 1) = -0.4;
  water.blocks.off_diagonal(4, 0) = 0.2;
  model.added_mass_interactions = {water};
  model.joints = {random_joint(type, partner == Partner::kWorld, generator)};
  model.joints[0].compliance = compliance;
  model.joints[0].damping_time = 0.03;
  if (!solver::free_dofs(type).empty()) {
    model.joints[0].drives = {{0, solver::SpringDamper{3.0, 0.2, 0.1}}};
  }
  return model;
}

solver::Model as_strong_interaction(solver::Model model) {
  model.strong_joints = {{"strong", model.joints[0].name}};
  return model;
}

/// Checks velocities, momenta and the joint's force of two runs of `steps` steps.
void check_equal_runs(Simulation& by_row, Simulation& by_block, int steps) {
  for (int i = 0; i < steps; ++i) {
    by_row.step();
    by_block.step();
    for (std::size_t body = 0; body < by_row.state().bodies.size(); ++body) {
      const solver::BodyState& expected = by_row.state().bodies[body];
      const solver::BodyState& found = by_block.state().bodies[body];
      REQUIRE((found.velocity - expected.velocity).norm() <= 1e-10 * expected.velocity.norm());
      REQUIRE((found.momentum - expected.momentum).norm() <= 1e-10 * expected.momentum.norm());
    }
    const VectorXd force = read_output(by_row, "joint.force");
    // The force divides a difference of velocities by Sigma, some 1e-3.
    REQUIRE((read_output(by_block, "joint.force") - force).norm() <= 1e-8 * (1.0 + force.norm()));
  }
}

}  // namespace

TEST_CASE("joint as strong interaction: the motion and force of its own rows, in every type",
          "[solver][interactions][strong][joints]") {
  const auto stepper = GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean);
  std::mt19937 generator(5);
  for (const JointType type : kAllJointTypes) {
    for (const Partner partner : {Partner::kBody, Partner::kWorld, Partner::kKinematicBody}) {
      for (const double compliance : {1e-6, 1e-2}) {
        CAPTURE(static_cast<int>(type), static_cast<int>(partner), compliance);
        solver::Model model = jointed_pair(type, partner, compliance, generator);
        model.stepper = stepper;
        Simulation by_row(model), by_block(as_strong_interaction(model));
        check_equal_runs(by_row, by_block, 30);
      }
    }
  }
}

TEST_CASE("joint as a user's strong interaction: the same, without a joint in the model",
          "[solver][interactions][strong][joints]") {
  std::mt19937 generator(6);
  for (const JointType type : kAllJointTypes) {
    CAPTURE(static_cast<int>(type));
    solver::Model model = jointed_pair(type, Partner::kBody, 1e-6, generator);
    model.stepper = StepperKind::kSpook;
    model.joints[0].drives.clear();
    solver::Model strong = model;
    strong.joints.clear();
    strong.strong_interactions = {
        std::make_shared<solver::StrongInteractionConstraint>(model.joints[0], model)};
    Simulation by_row(model), by_block(strong);
    run(by_row, 0.3);
    run(by_block, 0.3);
    for (const std::size_t body : {0U, 1U}) {
      const Vector6& expected = by_row.state().bodies[body].velocity;
      CHECK((by_block.state().bodies[body].velocity - expected).norm() <= 1e-10 * expected.norm());
    }
  }
}

TEST_CASE("joint as strong interaction: its stop strikes and bounces as with its own rows",
          "[solver][interactions][strong][joints]") {
  std::mt19937 generator(7);
  solver::Model model = jointed_pair(JointType::kPrismatic, Partner::kBody, 1e-5, generator);
  model.joints[0].drives = {{0, solver::Range{-0.01, 0.01, 1e9, 0.7}}};
  model.stepper = StepperKind::kSpook;
  Simulation by_row(model), by_block(as_strong_interaction(model));
  int turns = 0;
  for (int i = 0; i < 60; ++i) {
    const double speed = read_output(by_row, "joint.speed")[0];
    check_equal_runs(by_row, by_block, 1);
    if (speed * read_output(by_row, "joint.speed")[0] < -1e-4) ++turns;
  }
  CHECK(turns >= 2);
}

TEST_CASE("joint as strong interaction: disabled in mid-run it lets go",
          "[solver][interactions][strong][joints]") {
  std::mt19937 generator(8);
  solver::Model model =
      as_strong_interaction(jointed_pair(JointType::kLock, Partner::kWorld, 1e-6, generator));
  model.bodies = {model.bodies[0]};
  model.added_mass_interactions.clear();
  model.inputs = {{"on", solver::JointEnabled{"joint"}}};
  Simulation simulation(model);
  simulation.set_input_interpolation(0, solver::Interpolation::kHold);
  const double on = 1.0, off = 0.0;
  simulation.write_input(0, 0, {&on, 1});
  run(simulation, 0.5);
  const Vector6 still = simulation.state().bodies[0].velocity;
  CHECK(still.norm() < 1e-3);
  simulation.write_input(0, simulation.time_ns(), {&off, 1});
  solver::add_force(simulation, 0, {1.0, 0.0, 0.0});
  simulation.step();
  // 1 kg, 1 N, 10 ms.
  CHECK(simulation.state().bodies[0].velocity[0] - still[0] == Approx(0.01).epsilon(1e-9));
  CHECK(read_output(simulation, "joint.force").norm() == 0.0);
}

TEST_CASE("joint as strong interaction: what is refused",
          "[solver][interactions][strong][joints]") {
  std::mt19937 generator(9);
  const solver::Model model =
      as_strong_interaction(jointed_pair(JointType::kHinge, Partner::kBody, 1e-6, generator));
  const auto refused = [&](auto change, const char* message) {
    solver::Model changed = model;
    change(changed);
    CHECK_THROWS_WITH(Simulation(changed), Catch::Contains(message));
  };
  refused([](solver::Model& m) { m.strong_joints[0].joint = "gate"; },
          "strong_interactions[0].joint must name a joint, got 'gate'");
  refused(
      [](solver::Model& m) {
        m.strong_joints.push_back({"again", "joint"});
      },
      "strong_interactions[1].joint must differ from strong_interactions[0].joint, got 'joint'");
  refused([](solver::Model& m) { m.strong_joints[0].name.clear(); },
          "strong_interactions[0].name must not be empty");
  refused([](solver::Model& m) { m.joints[0].compliance = 0.0; },
          "joints[0].compliance must be positive for strong_interactions[0], got 0");
  refused([](solver::Model& m) { m.stepper = StepperKind::kMidpoint; },
          "integration.stepper must be spook or moreau_jean where strong interactions act, got "
          "midpoint");
}
