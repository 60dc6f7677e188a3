#include "solver/simulation/run/event_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "solver/simulation/inputs/event_inputs.hpp"

namespace raftup::solver {

namespace {

/// share of a step by which the start of a step may be before the time of an event
constexpr double kRounding = 1e-9;

std::int64_t in_ns(double seconds) {
  return to_integer<std::int64_t>(std::round(1e9 * seconds), "time of an event in ns");
}

}  // namespace

EventWatch::EventWatch(const Model& model, OutputReader& reader)
    : model_(model), reader_(reader), step_ns_(model.step_ns) {
  for (const Event& event : model.events) {
    watched_.push_back(event.when ? watch(event.when->output) : Watched());
    std::vector<Target>& targets = targets_.emplace_back();
    for (const EventAction& action : event.actions) {
      for (Target& target : targets_of(action)) targets.push_back(std::move(target));
    }
  }
}

EventWatch::Watched EventWatch::watch(const std::string& output) const {
  const std::vector<Variable>& outputs = reader_.variables();
  const auto found = std::find_if(outputs.begin(), outputs.end(),
                                  [&](const Variable& each) { return each.name == output; });
  return {static_cast<std::size_t>(found - outputs.begin()),
          std::vector<double>(static_cast<std::size_t>(found->size))};
}

std::vector<EventWatch::Target> EventWatch::targets_of(const EventAction& action) const {
  std::vector<Target> targets;
  const auto add = [&](std::size_t input, double value) {
    targets.push_back({input, {value}, action.delay, 0.0});
  };
  for (const std::string& name : action.enable) add(input_of_switch(model_, name), 1.0);
  for (const std::string& name : action.disable) add(input_of_switch(model_, name), 0.0);
  if (action.hold) {
    add(input_of_switch(model_, *action.hold), 1.0);
    add(input_of_command(model_, *action.hold), 0.0);
    const Joint& joint = model_.joints[find_joint(model_, action.hold->joint).value()];
    targets.back().position = watch(joint.name + ".position");
    targets.back().dof = static_cast<std::size_t>(joint.drives[action.hold->drive].dof);
  }
  if (action.release) add(input_of_switch(model_, *action.release), 0.0);
  if (action.set) {
    const EventSetting& set = *action.set;
    targets.push_back({input_of_setting(model_, set), set.value, action.delay, set.over});
  }
  return targets;
}

std::vector<EventState> EventWatch::initial_states() const {
  std::vector<EventState> states(model_.events.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i].armed = !model_.events[i].when || !model_.events[i].when->rearm;
  }
  return states;
}

void EventWatch::plan_end(const Event& event, std::int64_t step, EventState& next) const {
  for (const EventAction& action : event.actions) {
    if (!action.end) continue;
    const std::int64_t late_steps = (in_ns(action.delay) + step_ns_ - 1) / step_ns_;
    const std::int64_t at = step + late_steps;
    if (next.ends_at < 0 || at < next.ends_at) next.ends_at = at;
  }
}

std::optional<RunEnd> EventWatch::end_of(const State& state) const {
  for (std::size_t i = 0; i < state.events.size(); ++i) {
    const std::int64_t at = state.events[i].ends_at;
    if (at < 0 || at > state.step_index) continue;
    const Event& event = model_.events[i];
    const auto action = std::find_if(event.actions.begin(), event.actions.end(),
                                     [](const EventAction& each) { return each.end.has_value(); });
    return RunEnd{event.name, action->end->reason, state.step_index, time_of(state.step_index)};
  }
  return std::nullopt;
}

bool EventWatch::fire(State& state) {
  fired_.clear();
  if (state.events.empty()) return false;
  std::vector<EventState> next = state.events;
  std::vector<std::size_t> fired;
  for (std::size_t event = 0; event < next.size(); ++event) {
    if (!advance(event, state, next[event])) continue;
    plan_end(model_.events[event], state.step_index, next[event]);
    fired.push_back(event);
  }
  const std::int64_t running = fired.empty() ? 0 : state.firing_steps + 1;
  if (running >= kMostRunning) {
    throw Error(
        ErrorCode::kFailedPrecondition,
        fmt::format("events must not fire at {} steps running, as '{}' at {} s: what it "
                    "does lets an event fire again at once; give it a rearm level or dwell",
                    kMostRunning, model_.events[fired.front()].name, time_of(state.step_index)));
  }
  std::vector<InputSeries> inputs = fired.empty() ? std::vector<InputSeries>() : state.inputs;
  for (const std::size_t event : fired) {
    for (Target& target : targets_[event]) {
      if (target.position) {
        reader_.read(target.position->output, state, target.position->numbers.data());
        target.value = {target.position->numbers[target.dof]};
      }
      act(target, state.step_index, inputs[target.input]);
    }
  }
  state.events = std::move(next);
  state.firing_steps = running;
  if (!fired.empty()) state.inputs = std::move(inputs);
  fired_ = std::move(fired);
  return !fired_.empty();
}

bool EventWatch::advance(std::size_t event, const State& state, EventState& next) {
  const Event& description = model_.events[event];
  if (description.at) {
    const double h = 1e-9 * static_cast<double>(step_ns_);
    const bool fires =
        next.count == 0 && time_of(state.step_index) >= *description.at - kRounding * h;
    next.active = next.active || fires;
    next.armed = next.armed && !fires;
    next.count += fires ? 1 : 0;
    return fires;
  }
  if (next.count > 0 && description.once) return false;
  Watched& watched = watched_[event];
  reader_.read(watched.output, state, watched.numbers.data());
  return advance_condition(description, watched.numbers[description.when->component],
                           state.step_index, next);
}

bool EventWatch::advance_condition(const Event& event, double number, std::int64_t step,
                                   EventState& next) const {
  const EventCondition& when = *event.when;
  const double time = time_of(step);
  const double slack = kRounding * 1e-9 * static_cast<double>(step_ns_);
  if (when.rearms(number)) {
    next.armed = true;
    next.active = false;
  }
  const bool counts = time >= event.after - slack && time <= event.before + slack;
  if (!counts || !next.armed || !when.is_beyond(number)) {
    next.beyond_since = -1;
    return false;
  }
  if (next.beyond_since < 0) next.beyond_since = step;
  if (time - time_of(next.beyond_since) < when.dwell - slack) return false;
  next.beyond_since = -1;
  next.armed = false;
  next.active = true;
  ++next.count;
  return true;
}

/// Writes the samples of an action. A linear change has one sample at the start of each step.
void EventWatch::act(const Target& target, std::int64_t step, InputSeries& series) const {
  const std::int64_t begin_ns = step * step_ns_ + in_ns(target.delay);
  if (target.over <= 0.0) return series.append(begin_ns, target.value);
  const double begin = 1e-9 * static_cast<double>(begin_ns);
  std::vector<double> from = start_value(model_, model_.inputs[target.input]);
  if (!series.times_ns().empty()) {
    const auto held = series.held(begin);
    from.assign(held.begin(), held.end());
  }
  const std::int64_t over_ns = in_ns(target.over);
  std::vector<double> sample(target.value.size());
  for (std::int64_t since_ns = 0;; since_ns += step_ns_) {
    const double share = std::min(1.0, static_cast<double>(since_ns) /
                                           static_cast<double>(std::max<std::int64_t>(over_ns, 1)));
    for (std::size_t k = 0; k < sample.size(); ++k) {
      sample[k] = share < 1.0 ? from[k] + share * (target.value[k] - from[k]) : target.value[k];
    }
    series.append(begin_ns + since_ns, sample);
    if (share >= 1.0) return;
  }
}

}  // namespace raftup::solver
