#include "solver/joints/redundant_joints.hpp"

#include "solver/simulation/run/simulation.hpp"
#include "tests/solver/joints/joint_models.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::find_redundant_joints;
using solver::Joint;
using solver::JointType;

namespace {

/// A body with one joint to the world for every position, axes upright.
solver::Model held_body(JointType type, const std::vector<Vector3>& positions) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("door", 1.0, Vector3::Ones(), {0.5, 0.0, 0.0})};
  for (const Vector3& position : positions) {
    Joint joint;
    joint.name = "joint" + std::to_string(model.joints.size());
    joint.type = type;
    joint.body1 = "door";
    joint.position = position;
    model.joints.push_back(joint);
  }
  return model;
}

}  // namespace

TEST_CASE("redundant joints: none in one joint of any type, nor in a chain", "[solver][joints]") {
  std::mt19937 generator(6);
  for (const JointType type : kAllJointTypes) {
    solver::Model model = two_bodies(generator);
    model.joints = {random_joint(type, false, generator)};
    CHECK_FALSE(find_redundant_joints(model));
    model.joints.push_back(random_joint(JointType::kHinge, true, generator));
    CHECK_FALSE(find_redundant_joints(model));
  }
  CHECK_FALSE(find_redundant_joints(held_body(JointType::kHinge, {})));
}

TEST_CASE("redundant joints: the further hinges of a door, said by the simulation",
          "[solver][joints]") {
  solver::Model model =
      held_body(JointType::kHinge, {{0.0, 0.0, -1.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}});
  const auto redundant = find_redundant_joints(model);
  REQUIRE(redundant);
  CHECK(redundant->rows == 10);  // 15 for 5 dofs
  const Findings findings = solver::Simulation(model).findings();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].name == "joints_redundant");
  CHECK(findings[0].value == 10.0);
  CHECK_THAT(findings[0].message, Catch::Contains("got 10 that others hold, too"));
  // Hinges that yield share their load in one way only; those switched off hold nothing.
  for (Joint& joint : model.joints) joint.compliance = 1e-6;
  CHECK_FALSE(find_redundant_joints(model));
  model = held_body(JointType::kHinge, {Vector3::Zero(), Vector3::UnitZ()});
  model.joints[1].enabled = false;
  CHECK_FALSE(find_redundant_joints(model));
}

TEST_CASE("redundant joints: two motors on one dof, but not a dof that the body has not",
          "[solver][joints]") {
  solver::Model model = held_body(JointType::kHinge, {Vector3::Zero()});
  model.joints[0].drives = {{0, solver::Motor{1.0}}, {0, solver::Motor{-1.0}}};
  REQUIRE(find_redundant_joints(model));
  CHECK(find_redundant_joints(model)->rows == 1);
  CHECK(find_redundant_joints(model)->joints == std::vector<std::string>{"joint0"});
  // With limits, each gives what it can.
  model.joints[0].drives = {{0, solver::Motor{1.0, 5.0}}, {0, solver::Motor{-1.0, 5.0}}};
  CHECK_FALSE(find_redundant_joints(model));
  // Heave and pitch only: the hinge holds one dof and leaves nothing twice.
  model = held_body(JointType::kHinge, {Vector3::Zero()});
  model.joints[0].axis = Vector3::UnitY();
  model.bodies[0].free = {false, false, true, false, true, false};
  CHECK_FALSE(find_redundant_joints(model));
}

TEST_CASE("redundant joints: three of a four-bar linkage, none of what hangs from it",
          "[solver][joints]") {
  // Parallel hinges hold a loop in its plane four times over where once would do: 3 rows too many.
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  const std::vector<Vector3> corners{
      {0.0, 0.0, 0.0}, {0.2, 0.0, 1.0}, {1.5, 0.0, 1.3}, {1.4, 0.0, 0.0}};
  const auto hinge = [&](const std::string& name, const std::string& body1,
                         const std::string& body2, const Vector3& position) {
    Joint joint;
    joint.name = name;
    joint.type = JointType::kHinge;
    joint.body1 = body1;
    joint.body2 = body2;
    joint.position = position;
    joint.axis = Vector3::UnitY();
    model.joints.push_back(joint);
  };
  const std::vector<std::string> names{"crank", "coupler", "rocker"};
  for (std::size_t i = 0; i < 3; ++i) {
    model.bodies.push_back(
        weightless_body(names[i], 1.0, Vector3::Ones(), 0.5 * (corners[i] + corners[i + 1])));
    hinge("corner" + std::to_string(i), names[i], i == 0 ? "" : names[i - 1], corners[i]);
  }
  hinge("corner3", "rocker", "", corners[3]);
  for (int i = 0; i < 5; ++i) {
    const std::string name = "link" + std::to_string(i);
    const Vector3 position(0.9, 0.0, 0.5 - i);
    model.bodies.push_back(weightless_body(name, 1.0, Vector3::Ones(), position));
    hinge("hanging" + std::to_string(i), name, i == 0 ? "coupler" : "link" + std::to_string(i - 1),
          position + Vector3(0.0, 0.0, 0.5));
  }
  const auto redundant = find_redundant_joints(model);
  REQUIRE(redundant);
  CHECK(redundant->rows == 3);
  for (const std::string& joint : redundant->joints) CHECK(joint.substr(0, 6) == "corner");
}
