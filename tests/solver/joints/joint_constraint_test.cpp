#include "solver/joints/joint_constraint.hpp"

#include "hydro/numerics/dense.hpp"
#include "solver/dynamics/system/multibody_system.hpp"
#include "tests/solver/joints/joint_models.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::ConstraintBlock;
using solver::Joint;
using solver::JointConstraint;
using solver::JointType;
using solver::Kinematics;

namespace {

std::vector<ConstraintBlock> blocks_of(const JointConstraint& joint, const Kinematics& bodies,
                                       const std::vector<double>& commands) {
  std::vector<ConstraintBlock> blocks;
  joint.add_blocks(bodies, commands, blocks);
  return blocks;
}

std::vector<ConstraintBlock> blocks_of(const JointConstraint& joint, const Kinematics& bodies) {
  return blocks_of(joint, bodies, joint.initial_commands());
}

int held_count(JointType type) {
  switch (type) {
    case JointType::kLock:
      return 6;
    case JointType::kHinge:
    case JointType::kPrismatic:
      return 5;
    case JointType::kCylindrical:
    case JointType::kUniversal:
      return 4;
    case JointType::kBall:
    case JointType::kPlanar:
      return 3;
    case JointType::kDistance:
      return 1;
  }
  return 0;
}

/// A body at the origin on a joint to the world there, with one drive on its first dof.
Joint driven_joint(JointType type, const solver::JointDrive& drive) {
  Joint joint;
  joint.name = "joint";
  joint.type = type;
  joint.body1 = "a";
  joint.drives = {drive};
  return joint;
}

solver::Model one_body() {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("a", 1.0, Vector3::Ones(), Vector3::Zero())};
  return model;
}

/// `bodies` with body 0 moved by x along and turned by the same x about the world's z, at speed v.
Kinematics moved(double x, double v) {
  Kinematics bodies = solver::initial_kinematics(one_body());
  bodies[0].place({0.0, 0.0, x}, solver::exponential({0.0, 0.0, x}));
  bodies[0].velocity << 0.0, 0.0, v, 0.0, 0.0, v;
  return bodies;
}

}  // namespace

TEST_CASE("joints: every type holds its number of dofs, closed where the simulation starts",
          "[solver][joints]") {
  std::mt19937 generator(1);
  for (const JointType type : kAllJointTypes) {
    for (const bool to_world : {false, true}) {
      const solver::Model model = two_bodies(generator);
      const Kinematics start = solver::initial_kinematics(model);
      const JointConstraint joint(random_joint(type, to_world, generator), model, start);
      const std::vector<ConstraintBlock> blocks = blocks_of(joint, start);
      CAPTURE(static_cast<int>(type), to_world);
      REQUIRE(blocks.size() == 1);
      const ConstraintBlock& held = blocks[0];
      CHECK(held.rows == held_count(type));
      CHECK(held.violation.norm() < 1e-14);
      CHECK(held.bodies[1] == (to_world ? ConstraintBlock::kWorld : 1));
      CHECK((held.jacobian[1].norm() == 0.0) == to_world);
      // Rows that are not independent would hold fewer dofs.
      const MatrixXd G = held.jacobian[0].topRows(held.rows);
      CHECK(symmetric_eigenvalues(G * G.transpose()).minCoeff() > 0.01);
      CHECK(joint.smooth());
    }
  }
}

TEST_CASE("joints: Jacobian and bias of every type are the derivatives of g along a motion",
          "[solver][joints]") {
  std::mt19937 generator(2);
  for (const JointType type : kAllJointTypes) {
    for (const bool to_world : {false, true}) {
      const solver::Model model = two_bodies(generator);
      const Kinematics start = solver::initial_kinematics(model);
      const JointConstraint joint(random_joint(type, to_world, generator), model, start);
      // A gap as no stepper leaves it: the rows must be exact there, too.
      const Kinematics bodies = coasted(start, 0.1);
      const ConstraintBlock at = blocks_of(joint, bodies)[0];
      const double h = 1e-3;
      std::array<Vector6, 5> g;
      for (int i = 0; i < 5; ++i) {
        g[static_cast<std::size_t>(i)] =
            blocks_of(joint, coasted(bodies, (i - 2) * h))[0].violation;
      }
      const Vector6 rate = (g[0] - 8.0 * g[1] + 8.0 * g[3] - g[4]) / (12.0 * h);
      const Vector6 second =
          (-g[0] + 16.0 * g[1] - 30.0 * g[2] + 16.0 * g[3] - g[4]) / (12.0 * h * h);
      CAPTURE(static_cast<int>(type), to_world);
      for (int row = 0; row < at.rows; ++row) {
        // Differences of order 4: 1e-12 and, with round-off over h^2, 1e-9.
        CHECK(at.speeds(velocities_of(bodies))[row] ==
              Approx(rate[row]).epsilon(0.0).margin(1e-10));
        CHECK(at.bias[row] == Approx(second[row]).epsilon(0.0).margin(1e-8));
      }
    }
  }
}

TEST_CASE("joints: a motion along the free dofs keeps them closed and is what the dofs measure",
          "[solver][joints]") {
  struct Case {
    JointType type;
    std::vector<Vector6> twists;  ///< one per dof, of body 1 from the world, axis z, axis2 x
  };
  const Vector6 along = Vector6::Unit(2), about = Vector6::Unit(5);
  const std::vector<Case> cases{
      {JointType::kHinge, {about}},
      {JointType::kPrismatic, {along}},
      {JointType::kCylindrical, {about, along}},
      {JointType::kPlanar, {Vector6::Unit(0), Vector6::Unit(1), about}},
  };
  for (const Case& one : cases) {
    const solver::Model model = one_body();
    const Kinematics start = solver::initial_kinematics(model);
    Joint joint = driven_joint(one.type, {});
    joint.drives.clear();
    const JointConstraint constraint(joint, model, start);
    REQUIRE(constraint.dof_count() == static_cast<int>(one.twists.size()));
    for (int dof = 0; dof < constraint.dof_count(); ++dof) {
      Kinematics bodies = start;
      bodies[0].velocity = 0.8 * one.twists[static_cast<std::size_t>(dof)];
      bodies = coasted(bodies, 0.5);
      CAPTURE(static_cast<int>(one.type), dof);
      CHECK(blocks_of(constraint, bodies)[0].violation.norm() < 1e-15);
      for (int other = 0; other < constraint.dof_count(); ++other) {
        const double expected = other == dof ? 1.0 : 0.0;
        CHECK(constraint.dof_position(other, bodies) ==
              Approx(0.4 * expected).epsilon(0.0).margin(1e-15));
        CHECK(constraint.dof_speed(other, bodies) ==
              Approx(0.8 * expected).epsilon(0.0).margin(1e-15));
      }
    }
  }
}

TEST_CASE("universal joint: turns about axis2 of body 2, then about the axis that body 1 carries",
          "[solver][joints]") {
  const solver::Model model = one_body();
  const Kinematics start = solver::initial_kinematics(model);
  Joint joint = driven_joint(JointType::kUniversal, {});
  joint.drives.clear();
  joint.axis2 = Vector3::UnitX();
  const JointConstraint constraint(joint, model, start);
  Kinematics bodies = start;
  const Quaternion about_x = solver::exponential({0.7, 0.0, 0.0});
  bodies[0].place(Vector3::Zero(), about_x * solver::exponential({0.0, 0.0, -0.4}));
  const Vector3 carried = about_x * Vector3::UnitZ();
  bodies[0].velocity << Vector3::Zero(), 2.0 * carried + 3.0 * Vector3::UnitX();
  CHECK(blocks_of(constraint, bodies)[0].violation.norm() < 1e-15);
  CHECK(constraint.dof_position(0, bodies) == Approx(-0.4));
  CHECK(constraint.dof_position(1, bodies) == Approx(0.7));
  CHECK(constraint.dof_speed(0, bodies) == Approx(2.0));
  CHECK(constraint.dof_speed(1, bodies) == Approx(3.0));
}

TEST_CASE("joint drives: rows and laws of motor, lock and friction", "[solver][joints]") {
  const solver::Model model = one_body();
  const Kinematics start = solver::initial_kinematics(model);
  const auto drive_block = [&](const solver::JointDrive& drive, double command) {
    const JointConstraint joint(driven_joint(JointType::kPrismatic, drive), model, start);
    CHECK(joint.smooth() == !std::isfinite(blocks_of(joint, start)[1].laws[0].upper));
    return blocks_of(joint, moved(0.3, 2.0), {command})[1];
  };
  const ConstraintBlock motor = drive_block({0, solver::Motor{5.0, 7.0}}, 6.0);
  CHECK(motor.rows == 1);
  CHECK_FALSE(motor.laws[0].holds_position);
  CHECK(motor.laws[0].target_speed == 6.0);  // the command, not the description
  CHECK(motor.laws[0].lower == -7.0);
  CHECK(motor.laws[0].upper == 7.0);
  CHECK(motor.speeds(velocities_of(moved(0.3, 2.0)))[0] == 2.0);
  CHECK_FALSE(drive_block({0, solver::Motor{5.0}}, 6.0).laws[0].bounded());

  const ConstraintBlock lock = drive_block({0, solver::LockDrive{0.1, 4.0}}, 0.25);
  CHECK(lock.violation[0] == Approx(0.05));
  CHECK(lock.laws[0].holds_position);
  CHECK(lock.laws[0].lower == -4.0);

  const ConstraintBlock friction = drive_block({0, solver::FrictionDrive{3.0}}, 0.0);
  CHECK_FALSE(friction.laws[0].holds_position);
  CHECK(friction.laws[0].target_speed == 0.0);
  CHECK(friction.laws[0].upper == 3.0);
}

TEST_CASE("joint drives: a range pushes back from both stops, also across the turn of an angle",
          "[solver][joints]") {
  const solver::Model model = one_body();
  const Kinematics start = solver::initial_kinematics(model);
  const solver::JointDrive range{0, solver::Range{-0.5, 2.0, 9.0, 0.3}};
  const JointConstraint slide(driven_joint(JointType::kPrismatic, range), model, start);
  const ConstraintBlock at = blocks_of(slide, moved(1.8, 2.0))[1];
  REQUIRE(at.rows == 2);
  CHECK(at.violation[0] == Approx(2.3));  // from the minimum
  CHECK(at.violation[1] == Approx(0.2));  // to the maximum
  CHECK(at.speeds(velocities_of(moved(1.8, 2.0)))[0] == 2.0);
  CHECK(at.speeds(velocities_of(moved(1.8, 2.0)))[1] == -2.0);
  CHECK(at.laws[1].lower == 0.0);
  CHECK(at.laws[1].upper == 9.0);
  CHECK(at.laws[1].restitution == 0.3);

  // A door that stops at 180 deg and overshoots by .1 rad is beyond that stop, not the other.
  const solver::JointDrive door{0, solver::Range{0.0, kPi}};
  const JointConstraint hinge(driven_joint(JointType::kHinge, door), model, start);
  const ConstraintBlock beyond = blocks_of(hinge, moved(kPi + 0.1, 1.0))[1];
  CHECK(beyond.violation[0] == Approx(kPi + 0.1));
  CHECK(beyond.violation[1] == Approx(-0.1));
}

TEST_CASE("joint drives: a spring-damper pulls body 1 to its rest and body 2 the other way",
          "[solver][joints]") {
  std::mt19937 generator(3);
  const solver::Model model = two_bodies(generator);
  const Kinematics start = solver::initial_kinematics(model);
  Joint description = random_joint(JointType::kCylindrical, false, generator);
  description.drives = {{1, solver::SpringDamper{7.0, 2.0, 0.4}},
                        {0, solver::SpringDamper{3.0, 1.0, 0.0}}};
  const JointConstraint joint(description, model, start);
  CHECK(joint.block_count() == 1);
  const Kinematics bodies = coasted(start, 0.2);
  solver::BodyVectors wrenches(2, Vector6::Zero());
  const std::vector<double> rests{0.5, 0.0};
  joint.add_forces(bodies, {rests}, wrenches);
  // Their power is that of the forces along the dofs.
  const double power = wrenches[0].dot(bodies[0].velocity) + wrenches[1].dot(bodies[1].velocity);
  const double x = joint.dof_position(1, bodies), v = joint.dof_speed(1, bodies);
  const double angle = joint.dof_position(0, bodies), omega = joint.dof_speed(0, bodies);
  CHECK(power == Approx((-7.0 * (x - 0.5) - 2.0 * v) * v + (-3.0 * angle - omega) * omega));
  CHECK((wrenches[0].head<3>() + wrenches[1].head<3>()).norm() < 1e-14);

  std::vector<solver::DriveForceRow> springs;
  joint.add_force_rows(bodies, {rests}, springs);
  REQUIRE(springs.size() == 2);
  CHECK(springs[0].drive.force == Approx(-7.0 * (x - 0.5) - 2.0 * v));
  CHECK(springs[0].drive.energy == Approx(3.5 * (x - 0.5) * (x - 0.5)));
  CHECK(springs[0].drive.stiffness == 7.0);
  CHECK(springs[0].drive.damping == 2.0);
}

TEST_CASE("joints: blocks moved to another pose are those made there", "[solver][joints]") {
  std::mt19937 generator(5);
  const solver::Model model = two_bodies(generator);
  const Kinematics start = solver::initial_kinematics(model);
  Joint description = random_joint(JointType::kPlanar, false, generator);
  description.drives = {{0, solver::Range{-1.0, 1.0}}, {2, solver::Motor{1.0}}};
  const JointConstraint joint(description, model, start);
  const Kinematics later = coasted(start, 0.3);
  std::vector<ConstraintBlock> moved_blocks = blocks_of(joint, start);
  joint.update_blocks(later, std::vector<double>{0.0, 4.0}, moved_blocks);
  const std::vector<ConstraintBlock> made = blocks_of(joint, later, {0.0, 4.0});
  REQUIRE(made.size() == 3);
  for (std::size_t i = 0; i < made.size(); ++i) {
    CHECK(moved_blocks[i].violation == made[i].violation);
    CHECK(moved_blocks[i].bias == made[i].bias);
    CHECK(moved_blocks[i].jacobian == made[i].jacobian);
    CHECK(moved_blocks[i].laws[0].target_speed == made[i].laws[0].target_speed);
  }
  CHECK(made[2].laws[0].target_speed == 4.0);
}

TEST_CASE("joint drives: an angle goes to its target the short way round", "[solver][joints]") {
  const solver::Model model = one_body();
  const Kinematics start = solver::initial_kinematics(model);
  const JointConstraint joint(driven_joint(JointType::kHinge, {0, solver::LockDrive{3.0}}), model,
                              start);
  const ConstraintBlock lock = blocks_of(joint, moved(-3.0, 0.0))[1];
  CHECK(lock.violation[0] == Approx(2.0 * kPi - 6.0));
}
