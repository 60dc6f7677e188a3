#include "solver/simulation/inputs/event_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::solver {

namespace {

/// The kind of input that switches a load or joint.
InputKind switch_of(const Model& model, const std::string& name) {
  if (find_joint(model, name)) return JointEnabled{name};
  if (find_load(model.loads, name) != nullptr) return LoadEnabled{name};
  return ContactEnabled{name};
}

InputKind switch_of(const DriveName& drive) { return DriveEnabled{drive.joint, drive.drive}; }

InputKind command_of(const DriveName& drive) { return JointCommand{drive.joint, drive.drive}; }

InputKind command_of(const EventSetting& setting) {
  if (!setting.joint.empty()) return JointCommand{setting.joint, setting.drive};
  return LoadCommand{setting.load, setting.channel};
}

/// What an input of one of the kinds that events write acts on.
struct Target {
  std::size_t kind;
  std::string name, channel;
  std::size_t drive = 0;

  bool operator==(const Target&) const = default;
};

std::optional<Target> target_of(const InputKind& kind) {
  const std::size_t index = kind.index();
  if (const auto* joint = std::get_if<JointEnabled>(&kind)) return Target{index, joint->joint, {}};
  if (const auto* load = std::get_if<LoadEnabled>(&kind)) return Target{index, load->load, {}};
  if (const auto* contact = std::get_if<ContactEnabled>(&kind)) {
    return Target{index, contact->reader, {}};
  }
  if (const auto* drive = std::get_if<DriveEnabled>(&kind)) {
    return Target{index, drive->joint, {}, drive->drive};
  }
  if (const auto* command = std::get_if<JointCommand>(&kind)) {
    return Target{index, command->joint, {}, command->drive};
  }
  if (const auto* command = std::get_if<LoadCommand>(&kind)) {
    return Target{index, command->load, command->channel};
  }
  return std::nullopt;
}

bool acts_alike(const InputKind& one, const InputKind& other) {
  const std::optional<Target> target = target_of(one);
  return target && target == target_of(other);
}

std::size_t find_alike(const Model& model, const InputKind& kind) {
  const auto found = std::find_if(model.inputs.begin(), model.inputs.end(),
                                  [&](const Input& input) { return acts_alike(input.kind, kind); });
  return static_cast<std::size_t>(found - model.inputs.begin());
}

std::size_t find_input(const Model& model, const std::string& name) {
  const auto found = std::find_if(model.inputs.begin(), model.inputs.end(),
                                  [&](const Input& input) { return input.name == name; });
  return static_cast<std::size_t>(found - model.inputs.begin());
}

std::size_t require_found(const Model& model, std::size_t input) {
  if (input < model.inputs.size()) return input;
  throw Error(ErrorCode::kNotFound, "the model must have the inputs of its events");
}

void add_input(Model& model, std::string name, InputKind kind) {
  const std::size_t input = find_alike(model, kind);
  if (input == model.inputs.size()) model.inputs.emplace_back(std::move(name), std::move(kind));
  model.inputs[input].of_events = true;
}

void add_setting(Model& model, const EventSetting& set) {
  if (!set.input.empty()) {
    model.inputs[require_found(model, find_input(model, set.input))].of_events = true;
  } else if (!set.joint.empty()) {
    add_input(model, fmt::format("{}.drive{}", set.joint, set.drive), command_of(set));
  } else {
    add_input(model, set.load + "." + set.channel, command_of(set));
  }
}

}  // namespace

void add_event_inputs(Model& model) {
  for (const Event& event : model.events) {
    for (const EventAction& action : event.actions) {
      for (const auto* names : {&action.enable, &action.disable}) {
        for (const std::string& name : *names) {
          add_input(model, name + ".enabled", switch_of(model, name));
        }
      }
      for (const auto* drive : {&action.hold, &action.release}) {
        if (!*drive) continue;
        add_input(model, fmt::format("{}.drive{}.enabled", (*drive)->joint, (*drive)->drive),
                  switch_of(**drive));
      }
      if (action.hold) {
        add_input(model, fmt::format("{}.drive{}", action.hold->joint, action.hold->drive),
                  command_of(*action.hold));
      }
      if (action.set) add_setting(model, *action.set);
    }
  }
}

std::size_t input_of_switch(const Model& model, const std::string& name) {
  return require_found(model, find_alike(model, switch_of(model, name)));
}

std::size_t input_of_switch(const Model& model, const DriveName& drive) {
  return require_found(model, find_alike(model, switch_of(drive)));
}

std::size_t input_of_command(const Model& model, const DriveName& drive) {
  return require_found(model, find_alike(model, command_of(drive)));
}

std::size_t input_of_setting(const Model& model, const EventSetting& setting) {
  return require_found(model, setting.input.empty() ? find_alike(model, command_of(setting))
                                                    : find_input(model, setting.input));
}

}  // namespace raftup::solver
