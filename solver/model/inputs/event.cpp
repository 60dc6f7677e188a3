#include "solver/model/inputs/event.hpp"

#include <fmt/format.h>

#include <numeric>

namespace raftup::solver {

namespace {

std::string text_of(const EventSetting& set) {
  std::string target = set.input;
  if (!set.load.empty()) target = set.load + "." + set.channel;
  if (!set.joint.empty()) target = fmt::format("{}.drive{}", set.joint, set.drive);
  std::string values;
  for (const double value : set.value)
    values += fmt::format("{}{:g}", values.empty() ? "" : " ", value);
  return fmt::format("set {} to {}", target, values);
}

std::string text_of(const EventAction& action) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += text.empty() ? part : ", " + part; };
  for (const std::string& name : action.enable) add("enable " + name);
  for (const std::string& name : action.disable) add("disable " + name);
  if (action.set) add(text_of(*action.set));
  if (action.hold) add(fmt::format("hold {}.drive{}", action.hold->joint, action.hold->drive));
  if (action.release) {
    add(fmt::format("release {}.drive{}", action.release->joint, action.release->drive));
  }
  if (!action.mark.empty()) add("mark: " + action.mark);
  if (action.end) add("end: " + action.end->reason);
  return action.delay > 0.0 ? fmt::format("{} after {:g} s", text, action.delay) : text;
}

}  // namespace

std::string Event::text() const {
  std::string all;
  for (const EventAction& action : actions) all += (all.empty() ? "" : "; ") + text_of(action);
  return all;
}

}  // namespace raftup::solver
