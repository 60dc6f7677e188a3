#include "solver/simulation/limits/line_limits.hpp"

#include <fmt/format.h>

#include "solver/loads/lines/line_record.hpp"

namespace raftup::solver {

namespace {

// Chosen, not swept; they decide what is a finding and change no number of a simulation.
constexpr double kShareOfSafeSteps = 0.05;
constexpr double kLeastSafeSteps = 20.0;  ///< so that a rough start is no finding

}  // namespace

LineLimits::LineLimits(const Model& model) : model_(&model) {
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    if (model.loads[i].description().acts_over_steps()) lines_.push_back(i);
  }
}

void LineLimits::watch(std::uint64_t first_limit, State& state) const {
  const auto steps = static_cast<double>(state.step_index);
  for (const std::size_t line : lines_) {
    const LineRecord record = LineRecord::of(state.loads[line].values);
    if (record.safe_steps >= kLeastSafeSteps && record.safe_steps > kShareOfSafeSteps * steps) {
      note_limit(first_limit + 2 * line, record.safe_steps / steps, state);
    }
    if (record.slack_steps > 0.0) note_limit(first_limit + 2 * line + 1, 1.0, state);
  }
}

DescribedLimit LineLimits::describe(std::uint64_t limit, const PassedLimit& passed) const {
  const std::string& name = model_->loads[limit / 2].name;
  const auto percent = [](double share) { return fmt::format("{:.3g} %", 100.0 * share); };
  if (limit % 2 == 0) {
    return {"safe_steps",
            fmt::format("'{}' should take the safe step, which damps, in at most {} of the steps, "
                        "took it in {}",
                        name, percent(kShareOfSafeSteps), percent(passed.value)),
            "shorten integration.step, or make its elements longer", percent(passed.worst)};
  }
  return {"snap_unresolved",
          fmt::format("'{}' went slack at end a, while steps should be shorter than half of the "
                      "time that a wave takes along an element, for the snap that follows",
                      name),
          "shorten integration.step where peaks of its tension matter: they may be 20 % wrong", ""};
}

}  // namespace raftup::solver
