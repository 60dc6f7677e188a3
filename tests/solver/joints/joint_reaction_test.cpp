#include "solver/joints/joint_reaction.hpp"

#include "solver/dynamics/system/multibody_system.hpp"
#include "tests/solver/joints/joint_models.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointConstraint;
using solver::JointType;
using solver::Kinematics;
using solver::ReactionOf;
using solver::TorqueAbout;

TEST_CASE("joint reaction: a ball gives a pure force at its point, with a moment about the centre",
          "[solver][joints]") {
  // The rule of the attachment: a force at the point has no torque about it, whatever the arm.
  std::mt19937 generator(4);
  solver::Model model = two_bodies(generator);
  const Kinematics bodies = solver::initial_kinematics(model);
  const Joint description = random_joint(JointType::kBall, false, generator);
  const JointConstraint joint(description, model, bodies);
  const std::array multipliers{2.0, -3.0, 5.0};
  for (const std::size_t side : {0, 1}) {
    const auto at_point = joint_reaction(joint, side, bodies, {}, multipliers,
                                         ReactionOf::kHeldDofs, TorqueAbout::kAttachment);
    const auto at_center = joint_reaction(joint, side, bodies, {}, multipliers,
                                          ReactionOf::kHeldDofs, TorqueAbout::kCenterOfMass);
    REQUIRE(at_point);
    REQUIRE(at_center);
    CHECK(at_point->tail<3>().norm() < 1e-14);
    const Vector3 force = at_center->head<3>();
    const Vector3 arm = description.position - bodies[side].position;
    CHECK((at_center->tail<3>() - arm.cross(force)).norm() < 1e-14);
    const double sign = side == 0 ? 1.0 : -1.0;
    const Matrix3 axes = joint_axes(description);
    CHECK((force - sign * axes * Vector3(2.0, -3.0, 5.0)).norm() < 1e-14);
  }
  model.bodies[1].motion = solver::Motion::kStatic;
  const JointConstraint ashore(description, model, bodies);
  CHECK_FALSE(joint_reaction(ashore, 1, bodies, {}, multipliers, ReactionOf::kHeldDofs,
                             TorqueAbout::kAttachment));
  const Vector6 carried = joint_wrench(ashore, 1, bodies, {}, multipliers, ReactionOf::kHeldDofs,
                                       TorqueAbout::kAttachment);
  CHECK(carried.head<3>().norm() == Approx(std::sqrt(38.0)));  // though it moves nothing
}

TEST_CASE("joint reaction: a weight hung out on a lock is carried by its force and its moment",
          "[solver][joints]") {
  // 1 kg, 2 m out along x from a wall at the origin: m g up, at the wall a moment of -m g 2 about y
  // (it lifts the tip), none about the centre of mass.
  solver::Model model;
  model.bodies = {weightless_body("a", 1.0, Vector3::Ones(), {2.0, 0.0, 0.0})};
  const Kinematics bodies = solver::initial_kinematics(model);
  Joint description;
  description.body1 = "a";
  const JointConstraint joint(description, model, bodies);
  const double weight = 9.81;
  // The axes of the joint are those of the world.
  const std::array multipliers{0.0, 0.0, weight, 0.0, -2.0 * weight, 0.0};
  const auto reaction = [&](std::size_t side, TorqueAbout about) {
    return joint_reaction(joint, side, bodies, {}, multipliers, ReactionOf::kHeldDofs, about);
  };
  Vector6 expected = weight * Vector6::Unit(2);
  CHECK((*reaction(0, TorqueAbout::kCenterOfMass) - expected).norm() < 1e-13);
  expected[4] = -2.0 * weight;
  CHECK((*reaction(0, TorqueAbout::kAttachment) - expected).norm() < 1e-13);
  CHECK_FALSE(reaction(1, TorqueAbout::kAttachment));  // the wall is the world
  CHECK((joint_forces(joint, bodies, {}, multipliers) - expected).norm() < 1e-13);
}

TEST_CASE("joint forces: per dof of the joint's frame, drives and springs in the dofs they drive",
          "[solver][joints]") {
  solver::Model model;
  model.bodies = {weightless_body("a", 1.0, Vector3::Ones(), Vector3::Zero())};
  Joint description;
  description.type = JointType::kCylindrical;
  description.body1 = "a";
  description.drives = {{1, solver::SpringDamper{10.0, 0.0, 0.0}},
                        {1, solver::Range{-1.0, 1.0}},
                        {0, solver::Motor{1.0}}};
  const Kinematics start = solver::initial_kinematics(model);
  const JointConstraint joint(description, model, start);
  Kinematics bodies = start;
  bodies[0].place({0.0, 0.0, 0.5}, Quaternion::Identity());
  const std::vector<double> commands = joint.initial_commands();
  CHECK(commands == std::vector<double>{0.0, 0.0, 1.0});
  // Rows: 4 held, 2 of the range, 1 of the motor.
  const std::array multipliers{1.0, 2.0, 3.0, 4.0, 0.0, 6.0, 7.0};
  CHECK(drive_forces(joint, bodies, {commands}, multipliers) ==
        std::vector<double>{-5.0, -6.0, 7.0});
  Vector6 expected;
  expected << 1.0, 2.0, -11.0, 3.0, 4.0, 7.0;
  CHECK((joint_forces(joint, bodies, {commands}, multipliers) - expected).norm() == 0.0);
  // The frame's axes are the world's, so the wrench at the joint's point is the same.
  const auto all = joint_reaction(joint, 0, bodies, {commands}, multipliers,
                                  ReactionOf::kHeldDofsAndDrives, TorqueAbout::kAttachment);
  CHECK((all->head<3>() - expected.head<3>()).norm() == 0.0);
  CHECK((*joint_reaction(joint, 0, bodies, {commands}, multipliers, ReactionOf::kHeldDofs,
                         TorqueAbout::kAttachment))[2] == 0.0);
}
