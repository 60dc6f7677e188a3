#include "server/model/joint_builder.hpp"

#include <fmt/format.h>

#include "server/model/shapes.hpp"

namespace raftup::server {

namespace {

solver::JointType type_from_proto(v1::JointType type, const std::string& path,
                                  Violations& violations) {
  switch (type) {
    case v1::JOINT_TYPE_LOCK:
      return solver::JointType::kLock;
    case v1::JOINT_TYPE_HINGE:
      return solver::JointType::kHinge;
    case v1::JOINT_TYPE_PRISMATIC:
      return solver::JointType::kPrismatic;
    case v1::JOINT_TYPE_CYLINDRICAL:
      return solver::JointType::kCylindrical;
    case v1::JOINT_TYPE_BALL:
      return solver::JointType::kBall;
    case v1::JOINT_TYPE_UNIVERSAL:
      return solver::JointType::kUniversal;
    case v1::JOINT_TYPE_PLANAR:
      return solver::JointType::kPlanar;
    case v1::JOINT_TYPE_DISTANCE:
      return solver::JointType::kDistance;
    default:
      break;
  }
  violations.add(path, "must be given");
  return solver::JointType::kLock;
}

solver::SpringDamper spring_damper(const v1::SpringDamper& message) {
  return {message.stiffness(), message.damping(), message.rest()};
}

solver::Motor motor(const v1::Motor& message) {
  solver::Motor motor;
  motor.speed = message.speed();
  if (message.has_force_limit()) motor.force_limit = message.force_limit();
  return motor;
}

solver::Range range(const v1::Range& message) {
  solver::Range range;
  range.minimum = message.minimum();
  range.maximum = message.maximum();
  if (message.has_force_limit()) range.force_limit = message.force_limit();
  range.restitution = message.restitution();
  return range;
}

solver::LockDrive lock(const v1::LockDrive& message) {
  solver::LockDrive lock;
  lock.position = message.position();
  if (message.has_force_limit()) lock.force_limit = message.force_limit();
  return lock;
}

solver::JointDrive build_drive(const v1::JointDrive& message, const std::string& path,
                               Violations& violations) {
  solver::JointDrive drive;
  drive.dof = message.dof();
  switch (message.kind_case()) {
    case v1::JointDrive::kSpringDamper:
      drive.kind = spring_damper(message.spring_damper());
      break;
    case v1::JointDrive::kMotor:
      drive.kind = motor(message.motor());
      break;
    case v1::JointDrive::kRange:
      drive.kind = range(message.range());
      break;
    case v1::JointDrive::kLock:
      drive.kind = lock(message.lock());
      break;
    case v1::JointDrive::kFriction:
      drive.kind = solver::FrictionDrive{message.friction().force()};
      break;
    case v1::JointDrive::KIND_NOT_SET:
      violations.add(path, "must have one of spring_damper, motor, range, lock, friction");
      break;
  }
  return drive;
}

}  // namespace

solver::Joint build_joint(const v1::Joint& message, const std::string& path,
                          Violations& violations) {
  solver::Joint joint;
  joint.name = message.name();
  joint.type = type_from_proto(message.type(), path + ".type", violations);
  joint.body1 = message.body1();
  joint.body2 = message.body2();
  const auto given = [&](const Numbers& numbers, const char* field) {
    return vector3(numbers, path + field, violations);
  };
  joint.position = given(message.position(), ".position").value_or(joint.position);
  joint.axis = given(message.axis(), ".axis").value_or(joint.axis);
  joint.position2 = given(message.position2(), ".position2");
  joint.axis2 = given(message.axis2(), ".axis2");
  joint.compliance = message.compliance();
  if (message.has_damping_time()) joint.damping_time = message.damping_time();
  joint.enabled = !message.has_enabled() || message.enabled();
  for (int i = 0; i < message.drives_size(); ++i) {
    joint.drives.push_back(
        build_drive(message.drives(i), fmt::format("{}.drives[{}]", path, i), violations));
  }
  return joint;
}

void complete_joint(const solver::Joint& joint, const solver::Model& model, v1::Joint& message) {
  set_numbers(*message.mutable_position(), joint.position);
  set_numbers(*message.mutable_axis(), joint.axis);
  message.set_compliance(joint.compliance);
  const double two_steps = 2e-9 * static_cast<double>(model.step_ns);
  message.set_damping_time(joint.damping_time.value_or(two_steps));
  message.set_enabled(joint.enabled);
}

}  // namespace raftup::server
