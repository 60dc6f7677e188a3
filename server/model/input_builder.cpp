#include "server/model/input_builder.hpp"

#include <fmt/format.h>

#include "hydro/error.hpp"
#include "server/model/shapes.hpp"
#include "server/model/wave_system_builder.hpp"

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

solver::StreamedSpectrum streamed_spectrum(const v1::StreamedSpectrum& message,
                                           const std::string& path, double ramp_duration,
                                           Violations& violations) {
  solver::StreamedSpectrum spectrum;
  spectrum.omega.assign(message.omega().begin(), message.omega().end());
  spectrum.seed = static_cast<std::uint64_t>(message.seed());
  spectrum.ramp_duration = ramp_duration;
  if (message.component_count() != 0) spectrum.component_count = message.component_count();
  try {
    spectrum.directions = spread(radians(message.direction_deg()),
                                 message.has_spreading() ? &message.spreading() : nullptr);
  } catch (const Error& error) {
    violations.add(path + ".spreading", error.what());
  }
  const double components = static_cast<double>(spectrum.component_count) *
                            static_cast<double>(spectrum.directions.size());
  violations.expect(components <= kComponentLimit, path + ".component_count",
                    fmt::format("must make at most {} components", kComponentLimit),
                    fmt::format("{}", components));
  return spectrum;
}

/// [3 n] numbers as n vectors; empty = zeros where `count` is given.
std::vector<Vector3> vectors(const Numbers& numbers, const std::string& path, std::size_t count,
                             Violations& violations) {
  if (numbers.empty()) return std::vector<Vector3>(count, Vector3::Zero());
  if (!violations.expect(numbers.size() % 3 == 0, path, "must have three values for each point",
                         std::to_string(numbers.size()))) {
    return {};
  }
  std::vector<Vector3> all;
  for (int i = 0; i + 2 < numbers.size(); i += 3) {
    all.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  }
  return all;
}

solver::WaveField wave_field(const v1::WaveField& message, const std::string& path,
                             Violations& violations) {
  solver::WaveField field;
  field.body = message.body();
  field.points = vectors(message.points(), path + ".points", 0, violations);
  field.areas = vectors(message.areas(), path + ".areas", field.points.size(), violations);
  field.drag_areas.assign(message.drag_areas().begin(), message.drag_areas().end());
  if (field.drag_areas.empty()) field.drag_areas.assign(field.points.size(), 0.0);
  field.replaces_excitation = message.replaces_excitation();
  return field;
}

}  // namespace

solver::Input build_input(const v1::Input& message, const std::string& path,
                          const solver::Model& model, double ramp_duration,
                          Violations& violations) {
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
      input.kind =
          solver::StreamedComponents{message.wave_components().component_count(), ramp_duration};
      break;
    case v1::Input::kWaveSpectrum:
      input.kind = streamed_spectrum(message.wave_spectrum(), path + ".wave_spectrum",
                                     ramp_duration, violations);
      break;
    case v1::Input::kWaveField:
      input.kind = wave_field(message.wave_field(), path + ".wave_field", violations);
      break;
    case v1::Input::KIND_NOT_SET:
      violations.add(
          path,
          "must have one of external_force, wave_elevation, joint_drive, joint_command, "
          "joint_enabled, kinematic_motion, load_drive, acceleration_gain, wave_components, "
          "wave_spectrum, wave_field");
      break;
  }
  return input;
}

void complete_input(const solver::Input& input, v1::Input& message) {
  if (const auto* command = std::get_if<solver::JointCommand>(&input.kind)) {
    message.mutable_joint_command()->set_joint(command->joint);
    message.mutable_joint_command()->set_drive(static_cast<int>(command->drive));
  } else if (const auto* spectrum = std::get_if<solver::StreamedSpectrum>(&input.kind)) {
    message.mutable_wave_spectrum()->set_component_count(spectrum->component_count);
  } else if (const auto* motion = std::get_if<solver::KinematicMotion>(&input.kind)) {
    message.mutable_kinematic_motion()->set_target(motion->target == solver::KinematicTarget::kPose
                                                       ? v1::KINEMATIC_TARGET_POSE
                                                       : v1::KINEMATIC_TARGET_VELOCITY);
  }
}

}  // namespace raftup::server
