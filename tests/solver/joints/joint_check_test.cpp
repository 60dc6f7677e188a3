#include "tests/solver/joints/joint_models.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointType;

namespace {

Joint hinge_of(const std::string& body1, const std::string& body2) {
  Joint joint;
  joint.name = "hinge";
  joint.type = JointType::kHinge;
  joint.body1 = body1;
  joint.body2 = body2;
  return joint;
}

/// The rules that two bodies with this joint break.
std::string rules_of(const Joint& joint, bool moving = true) {
  std::mt19937 generator(9);
  solver::Model model = two_bodies(generator);
  if (!moving) {
    for (solver::RigidBody& body : model.bodies) {
      body.motion = solver::Motion::kStatic;
      body.linear_velocity.setZero();
      body.angular_velocity.setZero();
    }
  }
  model.joints = {joint};
  std::string rules;
  for (const solver::Violation& violation : solver::check(model)) {
    if (violation.path == "joints") continue;
    rules += violation.path + ": " + violation.rule + ", got " + violation.value + "\n";
  }
  return rules;
}

}  // namespace

TEST_CASE("joint check: joints of every type with drives break no rule",
          "[solver][check][joints]") {
  std::mt19937 generator(10);
  for (const JointType type : kAllJointTypes) {
    CHECK(rules_of(random_joint(type, false, generator)).empty());
    CHECK(rules_of(random_joint(type, true, generator)).empty());
  }
  Joint joint = hinge_of("a", "");
  joint.drives = {{0, solver::SpringDamper{1.0, 1.0, 0.5}},
                  {0, solver::Motor{1.0}},
                  {0, solver::Range{-4.0, 1.0, 5.0, 1.0}},
                  {0, solver::LockDrive{0.1}},
                  {0, solver::FrictionDrive{0.0}}};
  CHECK(rules_of(joint).empty());
}

TEST_CASE("joint check: bodies exist, differ, and one of them moves", "[solver][check][joints]") {
  CHECK(rules_of(hinge_of("c", "d")) ==
        "joints[0].body1: must name a body of the model, got 'c'\n"
        "joints[0].body2: must name a body of the model, got 'd'\n");
  CHECK(rules_of(hinge_of("a", "a")) == "joints[0].body2: must differ from body1, got 'a'\n");
  CHECK(rules_of(hinge_of("a", "b"), false) ==
        "joints[0]: must join a body that moves by the forces on it, got 'a' and 'b'\n");
  CHECK(rules_of(hinge_of("a", ""), false) ==
        "joints[0]: must join a body that moves by the forces on it, got 'a' and the world\n");
}

TEST_CASE("joint check: axes and points that a type needs are given, others are not",
          "[solver][check][joints]") {
  Joint joint = hinge_of("a", "b");
  joint.axis.setZero();
  joint.position2 = Vector3::Ones();
  joint.axis2 = Vector3::UnitX();
  CHECK(rules_of(joint) ==
        "joints[0].position2: must be omitted for a hinge joint, got (1, 1, 1)\n"
        "joints[0].axis: must not be zero, got (0, 0, 0)\n"
        "joints[0].axis2: must be omitted for a hinge joint, got (1, 0, 0)\n");
  joint = hinge_of("a", "b");
  joint.type = JointType::kUniversal;
  CHECK(rules_of(joint) == "joints[0].axis2: must be given for a universal joint, got nothing\n");
  joint.axis2 = Vector3(0.0, 0.0, -2.0);
  CHECK(rules_of(joint) ==
        "joints[0].axis2: must be perpendicular to axis, got (0, 0, -2) at an angle of 180 deg\n");
  joint = hinge_of("a", "b");
  joint.type = JointType::kDistance;
  CHECK(rules_of(joint) ==
        "joints[0].position2: must be given for a distance joint, got nothing\n");
  joint.position2 = joint.position;
  CHECK(rules_of(joint) == "joints[0].position2: must differ from position, got (0, 0, 0)\n");
}

TEST_CASE("joint check: compliance, damping and drives stay within their rules",
          "[solver][check][joints]") {
  Joint joint = hinge_of("a", "b");
  joint.compliance = -1e-9;
  joint.damping_time = std::nan("");
  joint.drives = {{1, solver::Motor{1.0, 0.0}},     {0, solver::Range{2.0, 1.0, -1.0, 1.5}},
                  {0, solver::Range{-4.0, 4.0}},    {0, solver::SpringDamper{-1.0, -2.0}},
                  {0, solver::FrictionDrive{-3.0}}, {0, solver::LockDrive{std::nan(""), -1.0}}};
  CHECK(rules_of(joint) ==
        "joints[0].compliance: must not be negative and must be finite, got -1e-09\n"
        "joints[0].damping_time: must not be negative and must be finite, got nan\n"
        "joints[0].drives[0].motor.force_limit: must be positive, got 0\n"
        "joints[0].drives[1].range.force_limit: must be positive, got -1\n"
        "joints[0].drives[1].range.restitution: must lie within 0 to 1, got 1.5\n"
        "joints[0].drives[3].spring_damper.stiffness: must not be negative and must be finite, got "
        "-1\n"
        "joints[0].drives[3].spring_damper.damping: must not be negative and must be finite, got "
        "-2\n"
        "joints[0].drives[4].friction.force: must not be negative and must be finite, got -3\n"
        "joints[0].drives[5].lock.position: must be finite, got nan\n"
        "joints[0].drives[5].lock.force_limit: must be positive, got -1\n"
        "joints[0].drives[0].dof: must be one of the 1 dofs that can be driven of a hinge joint, "
        "got 1\n"
        "joints[0].drives[1].range.minimum: must not be above the maximum of 1, got 2\n"
        "joints[0].drives[2].range.maximum: must be less than a turn of 2 pi above the minimum, "
        "got 8 above\n");
}

TEST_CASE("joint check: names differ from those of bodies and of other joints",
          "[solver][check][joints]") {
  Joint joint = hinge_of("a", "b");
  joint.name = "b";
  CHECK(rules_of(joint) == "joints[0].name: must differ from bodies[1].name, got 'b'\n");
  joint.name = "";
  CHECK(rules_of(joint) == "joints[0].name: must not be empty, got ''\n");
}
