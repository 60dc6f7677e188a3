#include "server/model/message_fields.hpp"

#include <array>
#include <limits>

#include "clients/cpp/client.hpp"
#include "server/base/service_error.hpp"
#include "solver/model/joints/joint.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

namespace {

v1::Joint joint_of(const std::string& json) {
  return client::model_from_json(R"({"joints": [)" + json + "]}").joints(0);
}

solver::Joint build(const v1::Joint& message) {
  server::FieldViolations violations;
  solver::Joint joint;
  server::MessageReader::read(message, "joints[0]", joint, violations);
  violations.throw_if_any("");
  return joint;
}

std::vector<std::string> violated_paths(const v1::Joint& message) {
  std::vector<std::string> paths;
  try {
    build(message);
  } catch (const server::ServiceError& error) {
    for (const auto& violation : error.violations()) paths.push_back(violation.path);
  }
  return paths;
}

}  // namespace

TEST_CASE("joint: every field of the message reaches the solver", "[model][joints]") {
  const auto joint = build(joint_of(R"({
    "name": "gimbal", "type": "JOINT_TYPE_UNIVERSAL", "body1": "crane", "body2": "hook",
    "position": [1, 2, 3], "axis": [1, 0, 0], "axis2": [0, 2, 0], "compliance": 1e-6,
    "damping_time": 0.5, "enabled": false,
    "drives": [{"dof": 1, "spring_damper": {"stiffness": 4, "damping": 5, "rest": 0.1}},
               {"motor": {"speed": -2, "force_limit": 7}},
               {"range": {"minimum": -1, "maximum": 2, "restitution": 0.5}},
               {"lock": {"position": 0.25, "force_limit": 9}},
               {"friction": {"force": 11}}]})"));
  CHECK(joint.name == "gimbal");
  CHECK(joint.type == solver::JointType::kUniversal);
  CHECK(joint.body1 == "crane");
  CHECK(joint.body2 == "hook");
  CHECK(joint.position == Vector3(1, 2, 3));
  CHECK(joint.axis == Vector3(1, 0, 0));
  CHECK_FALSE(joint.position2);
  CHECK(joint.axis2.value() == Vector3(0, 2, 0));
  CHECK(joint.compliance == 1e-6);
  CHECK(joint.damping_time == 0.5);
  CHECK_FALSE(joint.enabled);
  REQUIRE(joint.drives.size() == 5);
  CHECK(joint.drives[0].dof == 1);
  const auto& spring = std::get<solver::SpringDamper>(joint.drives[0].kind);
  CHECK(std::array{spring.stiffness, spring.damping, spring.rest} == std::array{4.0, 5.0, 0.1});
  const auto& motor = std::get<solver::Motor>(joint.drives[1].kind);
  CHECK(std::array{motor.speed, motor.force_limit} == std::array{-2.0, 7.0});
  const auto& range = std::get<solver::Range>(joint.drives[2].kind);
  CHECK(std::array{range.minimum, range.maximum, range.restitution} == std::array{-1.0, 2.0, 0.5});
  CHECK(range.force_limit == std::numeric_limits<double>::infinity());
  const auto& lock = std::get<solver::LockDrive>(joint.drives[3].kind);
  CHECK(std::array{lock.position, lock.force_limit} == std::array{0.25, 9.0});
  CHECK(std::get<solver::FrictionDrive>(joint.drives[4].kind).force == 11.0);
}

TEST_CASE("joint: what is left out is written out, and means the same", "[model][joints]") {
  auto message = joint_of(R"({"name": "hinge", "type": "JOINT_TYPE_HINGE", "body1": "door"})");
  auto joint = build(message);
  server::MessageWriter::write(joint, message);
  CHECK(std::vector<double>(message.position().begin(), message.position().end()) ==
        std::vector<double>{0, 0, 0});
  CHECK(std::vector<double>(message.axis().begin(), message.axis().end()) ==
        std::vector<double>{0, 0, 1});
  CHECK(message.enabled());
  CHECK(message.has_compliance());
  CHECK(message.position2().empty());
  const auto again = build(message);
  CHECK(again.axis == joint.axis);
  CHECK(again.enabled == joint.enabled);
}

TEST_CASE("joint: every type of the wire is one of the solver's", "[model][joints]") {
  auto message = joint_of(R"({"name": "any", "body1": "a"})");
  using solver::JointType;
  const std::array types{JointType::kLock,        JointType::kHinge,   JointType::kPrismatic,
                         JointType::kCylindrical, JointType::kBall,    JointType::kUniversal,
                         JointType::kPlanar,      JointType::kDistance};
  for (int value = v1::JOINT_TYPE_LOCK; value <= v1::JointType_MAX; ++value) {
    message.set_type(static_cast<v1::JointType>(value));
    CHECK(build(message).type == types.at(static_cast<std::size_t>(value - 1)));
  }
}

TEST_CASE("joint: every wrong shape is refused by its path", "[model][joints]") {
  const auto paths = violated_paths(joint_of(R"({
    "name": "bad", "body1": "a", "position": [0, 0], "axis": [1], "position2": [1, 2, 3, 4],
    "axis2": [1, 0], "drives": [{"dof": 0}]})"));
  CHECK(paths == std::vector<std::string>{"joints[0].position", "joints[0].axis",
                                          "joints[0].position2", "joints[0].axis2",
                                          "joints[0].drives[0]"});
}
