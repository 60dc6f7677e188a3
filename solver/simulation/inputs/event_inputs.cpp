#include "solver/simulation/inputs/event_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::solver {

namespace {

/// The kind of input that switches a load or joint.
InputKind switch_of(const Model& model, const std::string& name) {
  if (find_joint(model, name)) return JointEnabled{name};
  return LoadEnabled{name};
}

InputKind command_of(const EventSetting& setting) {
  if (!setting.joint.empty()) return JointCommand{setting.joint, setting.drive};
  return LoadCommand{setting.load, setting.channel};
}

bool acts_alike(const InputKind& one, const InputKind& other) {
  const auto same = [&]<typename Kind>(std::type_identity<Kind> /*of*/, auto equal) {
    const auto* a = std::get_if<Kind>(&one);
    const auto* b = std::get_if<Kind>(&other);
    return a != nullptr && b != nullptr && equal(*a, *b);
  };
  return same(std::type_identity<JointEnabled>(),
              [](const auto& a, const auto& b) { return a.joint == b.joint; }) ||
         same(std::type_identity<LoadEnabled>(),
              [](const auto& a, const auto& b) { return a.load == b.load; }) ||
         same(std::type_identity<JointCommand>(),
              [](const auto& a, const auto& b) {
                return a.joint == b.joint && a.drive == b.drive;
              }) ||
         same(std::type_identity<LoadCommand>(), [](const auto& a, const auto& b) {
           return a.load == b.load && a.channel == b.channel;
         });
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

}  // namespace

void add_event_inputs(Model& model) {
  for (const Event& event : model.events) {
    for (const EventAction& action : event.actions) {
      for (const auto* names : {&action.enable, &action.disable}) {
        for (const std::string& name : *names) {
          add_input(model, name + ".enabled", switch_of(model, name));
        }
      }
      if (!action.set) continue;
      const EventSetting& set = *action.set;
      if (!set.input.empty()) {
        model.inputs[require_found(model, find_input(model, set.input))].of_events = true;
      } else if (!set.joint.empty()) {
        add_input(model, fmt::format("{}.drive{}", set.joint, set.drive), command_of(set));
      } else {
        add_input(model, set.load + "." + set.channel, command_of(set));
      }
    }
  }
}

std::size_t input_of_switch(const Model& model, const std::string& load_or_joint) {
  return require_found(model, find_alike(model, switch_of(model, load_or_joint)));
}

std::size_t input_of_setting(const Model& model, const EventSetting& setting) {
  return require_found(model, setting.input.empty() ? find_alike(model, command_of(setting))
                                                    : find_input(model, setting.input));
}

}  // namespace raftup::solver
