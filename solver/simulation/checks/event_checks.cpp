#include <algorithm>
#include <cmath>

#include "solver/model/checks/field_checks.hpp"
#include "solver/simulation/checks/known_outputs.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

/// largest permitted number of samples of a linear change of a value
constexpr double kMostSamples = 100'000;

void check_condition(const EventCondition& when, KnownOutputs& known, const std::string& path,
                     Violations& violations) {
  violations.require(when.above.has_value() != when.below.has_value(), path,
                     "must have either above or below", when.above ? "both" : "neither");
  const bool is_known = known.contains(when.output);
  violations.require(is_known, path + ".output", known.rule_for(when.output),
                     fmt::format("'{}'", when.output));
  if (is_known) {
    const auto size = static_cast<std::size_t>(known.size(when.output));
    violations.require(when.component < size, path + ".component",
                       fmt::format("must lie within 0 to {}", size - 1),
                       fmt::format("{}", when.component));
  }
  if (!when.rearm || when.above.has_value() == when.below.has_value()) return;
  violations.require(when.above ? *when.rearm <= *when.above : *when.rearm >= *when.below,
                     path + ".rearm",
                     when.above ? "must be at most above" : "must be at least below",
                     fmt::format("{}", *when.rearm));
}

/// Returns the kind of input that a setting writes; none if the setting breaks a rule.
const Input* input_named(const Model& model, const std::string& name) {
  const auto found = std::find_if(model.inputs.begin(), model.inputs.end(),
                                  [&](const Input& input) { return input.name == name; });
  return found == model.inputs.end() ? nullptr : &*found;
}

void check_input_set(const EventSetting& set, const Model& model, const std::string& path,
                     Violations& violations) {
  const Input* const input = input_named(model, set.input);
  violations.require(input != nullptr, path + ".input", "must name an input of the model",
                     fmt::format("'{}'", set.input));
  if (input == nullptr) return;
  violations.require(!input->source.has_value(), path + ".input",
                     "must be of an input without a source of its own",
                     fmt::format("'{}'", set.input));
  const Variable variable =
      std::visit([&](const auto& kind) { return kind.variable(input->name, model); }, input->kind);
  violations.require(set.value.size() == static_cast<std::size_t>(variable.size), path + ".value",
                     fmt::format("must have {} numbers", variable.size),
                     fmt::format("{}", set.value.size()));
}

template <typename Kind>
void check_command(const Kind& kind, const EventSetting& set, const Model& model,
                   const std::string& path, Violations& violations) {
  kind.check(model, path, violations);
  violations.require(set.value.size() == 1, path + ".value", "must have 1 number",
                     fmt::format("{}", set.value.size()));
}

void check_setting(const EventSetting& set, const Model& model, const std::string& path,
                   Violations& violations) {
  const int targets =
      (set.input.empty() ? 0 : 1) + (set.load.empty() ? 0 : 1) + (set.joint.empty() ? 0 : 1);
  violations.require(targets == 1, path, "must have one of input, load, joint",
                     fmt::format("{}", targets));
  if (targets != 1) return;
  violations.require(set.over <= 1e-9 * static_cast<double>(model.step_ns) * kMostSamples,
                     path + ".over", fmt::format("must be at most {} steps", kMostSamples),
                     fmt::format("{} s", set.over));
  if (!set.input.empty()) return check_input_set(set, model, path, violations);
  if (!set.joint.empty()) {
    return check_command(JointCommand{set.joint, set.drive}, set, model, path, violations);
  }
  check_command(LoadCommand{set.load, set.channel}, set, model, path, violations);
}

void check_switches(const std::vector<std::string>& names, const Model& model,
                    const std::string& path, Violations& violations) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool reads_contacts =
        std::any_of(model.contact_readers.begin(), model.contact_readers.end(),
                    [&](const ContactReader& reader) { return reader.name == names[i]; });
    const bool known = find_joint(model, names[i]) || find_load(model.loads, names[i]) != nullptr ||
                       reads_contacts;
    violations.require(known, fmt::format("{}[{}]", path, i),
                       "must name a load, a joint or a contact reader",
                       fmt::format("'{}'", names[i]));
  }
}

void check_hold(const EventAction& action, const Model& model, const std::string& path,
                Violations& violations) {
  const DriveName& drive = *action.hold;
  violations.require(action.delay == 0.0, path + ".delay",
                     "must be 0 for hold, which takes the position where the event fires; let a "
                     "second event hold",
                     fmt::format("{} s", action.delay));
  const auto joint = find_joint(model, drive.joint);
  violations.require(joint.has_value(), path + ".hold.joint", "must name a joint of the model",
                     fmt::format("'{}'", drive.joint));
  if (!joint) return;
  const std::vector<JointDrive>& drives = model.joints[*joint].drives;
  violations.require(
      drive.drive < drives.size() && std::holds_alternative<LockDrive>(drives[drive.drive].kind),
      path + ".hold.drive", "must be a lock among the drives of the joint",
      fmt::format("{}", drive.drive));
}

/// A text that clients are told is one line.
void check_text(const std::string& text, const std::string& path, Violations& violations) {
  constexpr std::size_t kLongestText = 200;
  violations.require(!text.empty() && text.size() <= kLongestText, path,
                     fmt::format("must have 1 to {} characters", kLongestText),
                     fmt::format("{}", text.size()));
  const bool plain = std::all_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<unsigned char>(c) >= ' '; });
  violations.require(plain, path, "must be one line", "a control character");
}

void check_action(const EventAction& action, const Model& model, const std::string& path,
                  Violations& violations) {
  violations.require(!action.enable.empty() || !action.disable.empty() || action.set ||
                         action.hold || action.release || action.end || !action.mark.empty(),
                     path, "must have one of enable, disable, set, hold, release, end, mark",
                     "none");
  check_switches(action.enable, model, path + ".enable", violations);
  check_switches(action.disable, model, path + ".disable", violations);
  if (action.set) check_setting(*action.set, model, path + ".set", violations);
  if (action.hold) check_hold(action, model, path, violations);
  if (action.end) check_text(action.end->reason, path + ".end.reason", violations);
  if (!action.mark.empty()) check_text(action.mark, path + ".mark", violations);
  if (action.release) {
    DriveEnabled{action.release->joint, action.release->drive}.check(model, path + ".release",
                                                                     violations);
  }
}

}  // namespace

void check_events(const Model& model, Violations& violations) {
  if (model.events.empty()) return;
  check_names(model.events, "events", violations);
  KnownOutputs known(model);
  for (std::size_t i = 0; i < model.events.size(); ++i) {
    const Event& event = model.events[i];
    const std::string path = fmt::format("events[{}]", i);
    FieldChecks::run(event, model, path, violations);
    check_own_outputs(event.name, path, violations);
    violations.require(event.at.has_value() != event.when.has_value(), path,
                       "must have either at or when", event.at ? "both" : "neither");
    if (event.when) check_condition(*event.when, known, path + ".when", violations);
    violations.require(event.before > event.after, path + ".before", "must be later than after",
                       fmt::format("{} s", event.before));
    for (std::size_t k = 0; k < event.actions.size(); ++k) {
      check_action(event.actions[k], model, fmt::format("{}.do[{}]", path, k), violations);
    }
  }
}

}  // namespace raftup::solver
