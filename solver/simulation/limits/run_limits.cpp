#include "solver/simulation/limits/run_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::solver {

void note_limit(std::uint64_t limit, double value, State& state, Further further) {
  const auto known = std::find_if(state.passed_limits.begin(), state.passed_limits.end(),
                                  [&](const PassedLimit& passed) { return passed.limit == limit; });
  if (known == state.passed_limits.end()) {
    state.passed_limits.push_back({limit, state.step_index, value, state.step_index, value});
    return;
  }
  const bool worse = further == Further::kSmaller ? value < known->worst
                                                  : std::abs(value) > std::abs(known->worst);
  if (!worse) return;
  known->worst_step = state.step_index;
  known->worst = value;
}

RunLimits::RunLimits(const Model& model, const ContactsAtStart& start)
    : model_(model),
      linear_range_(model),
      curves_(model),
      depths_(model, start),
      lines_(model),
      modes_(model),
      first_curve_(linear_range_.count()),
      first_depth_(first_curve_ + curves_.count()),
      first_line_(first_depth_ + depths_.count()),
      first_mode_(first_line_ + lines_.count()) {}

void RunLimits::bodies_changed() { curves_ = CurveEnds(model_); }

void RunLimits::watch_start(State& state) {
  linear_range_.watch(state);
  curves_.watch(first_curve_, state);
  depths_.watch(depths_.at_start(), first_depth_, state);
  modes_.watch(first_mode_, state);
}

void RunLimits::watch(State& state) {
  linear_range_.watch(state);
  curves_.watch(first_curve_, state);
  depths_.watch(state.contacts, first_depth_, state);
  lines_.watch(first_line_, state);
  modes_.watch(first_mode_, state);
}

DescribedLimit RunLimits::describe(const PassedLimit& passed) const {
  if (passed.limit < first_curve_) return linear_range_.describe(passed);
  if (passed.limit < first_depth_) return curves_.describe(passed.limit - first_curve_, passed);
  if (passed.limit < first_line_) return depths_.describe(passed.limit - first_depth_, passed);
  if (passed.limit < first_mode_) return lines_.describe(passed.limit - first_line_, passed);
  return modes_.describe(passed.limit - first_mode_, passed);
}

Findings RunLimits::findings(const State& state) const {
  Findings findings;
  for (const PassedLimit& passed : state.passed_limits) {
    const DescribedLimit said = describe(passed);
    const auto time = [this](std::int64_t step) {
      return 1e-9 * static_cast<double>(step * model_.step_ns);
    };
    std::string when = fmt::format("at t = {:.6g} s", time(passed.step_index));
    if (passed.worst_step != passed.step_index) {
      when +=
          fmt::format(", and at the worst {} at t = {:.6g} s", said.worst, time(passed.worst_step));
    }
    findings.push_back({said.name, Severity::kWarning,
                        fmt::format("{} {}: {}", said.sentence, when, said.remedy), passed.worst});
  }
  return findings;
}

void RunLimits::require_possible(const State& state) const {
  for (const PassedLimit& passed : state.passed_limits) {
    const bool in_order = passed.step_index >= 0 && passed.step_index <= passed.worst_step &&
                          passed.worst_step <= state.step_index;
    if (passed.limit < count() && in_order) continue;
    throw Error(
        ErrorCode::kFailedPrecondition,
        fmt::format("state must have passed limits below {} at steps up to {}, got limit {} at {}",
                    count(), state.step_index, passed.limit, passed.step_index));
  }
}

}  // namespace raftup::solver
