#include "solver/joints/joint_states.hpp"

#include <utility>

namespace raftup::solver {

void JointStates::add(const Joint& joint, JointState initial) {
  std::vector<std::uint8_t>& off = off_at_first_.emplace_back();
  for (const JointDrive& drive : joint.drives) off.push_back(drive.enabled.value_or(true) ? 0 : 1);
  off_.push_back(off);
  present_.push_back(initial);
  initial_.push_back(std::move(initial));
}

void JointStates::find_inputs(const Model& model) {
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const auto& kind = model.inputs[i].kind;
    const auto found = [&](const std::string& name, std::optional<std::size_t> drive,
                           bool switches) {
      if (const auto joint = find_joint(model, name)) {
        inputs_.push_back({i, *joint, drive, switches});
      }
    };
    if (const auto* command = std::get_if<JointCommand>(&kind)) {
      found(command->joint, command->drive, false);
    } else if (const auto* enabled = std::get_if<JointEnabled>(&kind)) {
      found(enabled->joint, {}, true);
    } else if (const auto* drive = std::get_if<DriveEnabled>(&kind)) {
      found(drive->joint, drive->drive, true);
    }
  }
}

bool JointStates::set(std::size_t joint, const JointState& state) noexcept {
  const bool changed = present_[joint].commands != state.commands;
  present_[joint] = state;
  off_[joint] = off_at_first_[joint];
  return changed;
}

bool JointStates::apply(const std::vector<InputSeries>& inputs, double step_start) {
  bool commanded = false;
  for (const JointInput& input : inputs_) {
    const InputSeries& series = inputs[input.input];
    if (series.times_ns().empty()) continue;
    double value = 0.0;
    series.evaluate(step_start, {&value, 1});
    if (input.drive && input.switches) {
      off_[input.joint][*input.drive] = value != 0.0 ? 0 : 1;
    } else if (input.drive) {
      present_[input.joint].commands[*input.drive] = value;
      commanded = true;
    } else {
      present_[input.joint].enabled = value != 0.0;
    }
  }
  return commanded;
}

}  // namespace raftup::solver
