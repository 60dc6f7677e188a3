#include "server/model/input_builder.hpp"

#include <fmt/format.h>

#include "server/model/shapes.hpp"

namespace raftup::server {

namespace {

solver::ExternalForce external_force(const v1::ExternalForce& message) {
  return {message.body(), message.body_axes(), message.replaces_excitation()};
}

/// The command of the only drive that a joint has.
solver::JointCommand only_drive(const std::string& joint, const std::string& path,
                                const solver::Model& model, Violations& violations) {
  if (const auto place = solver::find_joint(model, joint)) {
    const std::size_t count = model.joints[*place].drives.size();
    violations.expect(count == 1, path, "must say which drive, as the joint has not just one",
                      fmt::format("'{}' with {} drives", joint, count));
  }
  return {joint, 0};
}

solver::JointCommand joint_command(const v1::JointCommand& message, const std::string& path,
                                   const solver::Model& model, Violations& violations) {
  if (!message.has_drive()) return only_drive(message.joint(), path, model, violations);
  violations.expect(message.drive() >= 0, path + ".drive", "must not be negative",
                    std::to_string(message.drive()));
  return {message.joint(), static_cast<std::size_t>(std::max(message.drive(), 0))};
}

solver::KinematicMotion kinematic_motion(const v1::KinematicMotion& message) {
  const bool pose = message.target() == v1::KINEMATIC_TARGET_POSE;
  return {message.body(),
          pose ? solver::KinematicTarget::kPose : solver::KinematicTarget::kVelocity};
}

}  // namespace

solver::Input build_input(const v1::Input& message, const std::string& path,
                          const solver::Model& model, Violations& violations) {
  solver::Input input;
  input.name = message.name();
  switch (message.kind_case()) {
    case v1::Input::kExternalForce:
      input.kind = external_force(message.external_force());
      break;
    case v1::Input::kWaveElevation:
      input.kind = solver::WaveElevationInput{radians(message.wave_elevation().direction_deg())};
      break;
    case v1::Input::kJointDrive:
      input.kind = only_drive(message.joint_drive(), path + ".joint_drive", model, violations);
      break;
    case v1::Input::kJointCommand:
      input.kind =
          joint_command(message.joint_command(), path + ".joint_command", model, violations);
      break;
    case v1::Input::kJointEnabled:
      input.kind = solver::JointEnabled{message.joint_enabled()};
      break;
    case v1::Input::kKinematicMotion:
      input.kind = kinematic_motion(message.kinematic_motion());
      break;
    case v1::Input::kLoadDrive:
      input.kind = solver::LoadDrive{message.load_drive()};
      break;
    case v1::Input::kAccelerationGain: {
      const auto& bodies = message.acceleration_gain().bodies();
      input.kind = solver::AccelerationGain{{bodies.begin(), bodies.end()}};
      break;
    }
    case v1::Input::kWaveComponents:
      violations.add(path + ".wave_components", kNotInThisVersion);
      break;
    case v1::Input::kWaveSpectrum:
      violations.add(path + ".wave_spectrum", kNotInThisVersion);
      break;
    case v1::Input::kWaveField:
      violations.add(path + ".wave_field", kNotInThisVersion);
      break;
    case v1::Input::KIND_NOT_SET:
      violations.add(path,
                     "must have one of external_force, wave_elevation, joint_drive, joint_command, "
                     "joint_enabled, kinematic_motion, load_drive, acceleration_gain");
      break;
  }
  return input;
}

void complete_input(const solver::Input& input, v1::Input& message) {
  if (const auto* command = std::get_if<solver::JointCommand>(&input.kind)) {
    message.mutable_joint_command()->set_joint(command->joint);
    message.mutable_joint_command()->set_drive(static_cast<int>(command->drive));
  } else if (const auto* motion = std::get_if<solver::KinematicMotion>(&input.kind)) {
    message.mutable_kinematic_motion()->set_target(motion->target == solver::KinematicTarget::kPose
                                                       ? v1::KINEMATIC_TARGET_POSE
                                                       : v1::KINEMATIC_TARGET_VELOCITY);
  }
}

}  // namespace raftup::server
