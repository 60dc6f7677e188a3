// A block that slides down onto a stop, by the impulses of its joint alone.
#include "solver/dynamics/steppers/joint_impulses.hpp"

#include "solver/dynamics/system/multibody_system.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kBlock = 2.0, kStep = 0.01, kRebound = 0.5;

Model block_on_slide(double height) {
  Model model;
  model.step_ns = nanoseconds(kStep);
  model.stepper = StepperKind::kSpook;
  model.bodies = {weightless_body("block", kBlock, Vector3::Ones(), Vector3::Zero())};
  Joint slide;
  slide.name = "slide";
  slide.type = JointType::kPrismatic;
  slide.body1 = "block";
  slide.axis = Vector3::UnitZ();
  Range stop;
  stop.minimum = -height;
  stop.maximum = 100.0;
  stop.restitution = kRebound;
  slide.drives = {{0, stop}};
  model.joints = {slide};
  return model;
}

/// Where a step begins, `height` above the stop.
struct SlidingBlock {
  SlidingBlock(double height, const Vector3& velocity) : model(block_on_slide(height)) {
    bodies[0].velocity.head<3>() = velocity;
    system.masses.factorise(bodies);
    joints.begin(bodies);
    joints.assemble(system.masses, bodies);
  }

  /// Does what is posed. @returns the impulse on the block [N s]
  Vector3 push() {
    joints.solve({});
    BodyVectors wrenches(1, Vector6::Zero());
    joints.add_forces(wrenches);
    const Vector3 impulse = wrenches[0].head<3>();
    bodies[0].velocity.head<3>() += impulse / kBlock;
    joints.finish(bodies);
    joints.keep();
    return impulse;
  }

  /// What the multipliers of the step are worth [N].
  Vector3 force() const {
    BodyVectors wrenches(1, Vector6::Zero());
    system.constraints.add_forces(joints.multipliers(), wrenches);
    return wrenches[0].head<3>();
  }

  std::vector<JointImpulses::RowRole> rows(JointImpulses::RowRole part) const {
    return std::vector<JointImpulses::RowRole>(
        static_cast<std::size_t>(system.constraints.row_count()), part);
  }

  Model model;
  MultibodySystem system{model, {}, {}};
  Kinematics bodies = initial_kinematics(model);
  JointImpulses joints{system.constraints, kStep};
};

}  // namespace

TEST_CASE("joint impulses: at the stop a block gets e of its speed back, and leaves it",
          "[joints][analytic]") {
  const Spook spook(kStep);
  SlidingBlock block(0.0, {0.0, 0.0, -3.0});
  REQUIRE(block.joints.struck(spook));
  CHECK_FALSE(block.joints.struck(MoreauJean(kStep, 0.5)));  // in its step
  block.joints.formulate_impacts(spook, block.bodies);
  CHECK(block.push().z() == Approx(kBlock * (1.0 + kRebound) * 3.0).epsilon(1e-9));
  const Vector3 impact = block.force();
  CHECK(impact.z() == Approx(kBlock * (1.0 + kRebound) * 3.0 / kStep).epsilon(1e-9));
  block.joints.measure_start(block.bodies);
  block.joints.assemble(block.system.masses, block.bodies);
  block.joints.formulate_step(spook, block.rows(JointImpulses::RowRole::kByLaw), block.bodies);
  CHECK(block.push().norm() < 1e-12);  // it moves away: what is told stays that of the impact
  CHECK((block.force() - impact).norm() < 1e-9);
}

TEST_CASE("joint impulses: smooth rows turn round what would leave them, others stop it",
          "[joints][analytic]") {
  const Spook spook(kStep);
  for (const bool smooth : {true, false}) {
    SlidingBlock block(1.0, {0.2, 0.0, 0.0});  // across the slide
    block.joints.formulate_step(
        spook,
        block.rows(smooth ? JointImpulses::RowRole::kSmooth : JointImpulses::RowRole::kByLaw),
        block.bodies);
    block.push();
    // The mean before and after is 0; drawn back to g = 0 by tau = 2 h: Upsilon = 1/9 stays.
    const double after = smooth ? -0.2 : 0.2 / 9.0;
    CHECK(block.bodies[0].velocity.x() == Approx(after).epsilon(1e-8));
  }
}

TEST_CASE("joint impulses: a stop is found where it may be met in time", "[joints]") {
  SlidingBlock block(0.3, {0.0, 0.0, -1.0});
  const auto meets = [&](double duration) { return block.joints.find_stops(duration).size(); };
  CHECK(meets(0.29) == 0);
  CHECK(meets(0.31) == 1);
  JointState off = block.system.constraints.state(0);
  off.enabled = false;
  block.system.constraints.configure(0, off);
  CHECK(meets(0.31) == 0);
  CHECK_FALSE(block.joints.struck(Spook(kStep)));
}
