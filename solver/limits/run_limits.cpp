#include "solver/limits/run_limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"

namespace raftup::solver {

void note_limit(std::uint64_t limit, double value, State& state) {
  const bool known = std::any_of(state.passed_limits.begin(), state.passed_limits.end(),
                                 [&](const PassedLimit& passed) { return passed.limit == limit; });
  if (!known) state.passed_limits.push_back({limit, state.step_index, value});
}

RunLimits::RunLimits(const Model& model, const ContactsAtStart& start)
    : model_(model),
      linear_range_(model),
      curves_(model),
      depths_(model, start),
      first_curve_(linear_range_.count()),
      first_depth_(first_curve_ + curves_.count()) {}

void RunLimits::bodies_changed() { curves_ = CurveEnds(model_); }

void RunLimits::watch_start(State& state) {
  linear_range_.watch(state);
  curves_.watch(first_curve_, state);
  depths_.watch(depths_.at_start(), first_depth_, state);
}

void RunLimits::watch(State& state) {
  linear_range_.watch(state);
  curves_.watch(first_curve_, state);
  depths_.watch(state.contacts, first_depth_, state);
}

SaidLimit RunLimits::say(const PassedLimit& passed) const {
  if (passed.limit < first_curve_) return linear_range_.say(passed.limit, passed.value);
  if (passed.limit < first_depth_) return curves_.say(passed.limit - first_curve_, passed.value);
  return depths_.say(passed.limit - first_depth_, passed);
}

Findings RunLimits::findings(const State& state) const {
  Findings findings;
  for (const PassedLimit& passed : state.passed_limits) {
    const SaidLimit said = say(passed);
    const double time = 1e-9 * static_cast<double>(passed.step_index * model_.step_ns);
    findings.push_back({said.name, Severity::kWarning,
                        fmt::format("{} at t = {:.6g} s: {}", said.sentence, time, said.remedy),
                        passed.value});
  }
  return findings;
}

void RunLimits::require_possible(const State& state) const {
  for (const PassedLimit& passed : state.passed_limits) {
    if (passed.limit < count() && passed.step_index >= 0 && passed.step_index <= state.step_index) {
      continue;
    }
    throw Error(
        ErrorCode::kFailedPrecondition,
        fmt::format("state must have passed limits below {} at steps up to {}, got limit {} at {}",
                    count(), state.step_index, passed.limit, passed.step_index));
  }
}

}  // namespace raftup::solver
