#include "solver/model/water/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/whole_number.hpp"

namespace raftup::solver {

namespace {

constexpr std::size_t kMostStages = 1000;
constexpr double kLongestRun = 1e9;  ///< s, so that nanoseconds fit an int64 with room
/// Share of a step by which a duration may miss a multiple of the step and still count as one.
constexpr double kRounding = 1e-3;

std::int64_t count_steps(double duration, std::int64_t step_ns) {
  const double steps = duration * 1e9 / static_cast<double>(step_ns);
  const double nearest = std::max(std::round(steps), 1.0);
  const bool is_whole = std::abs(steps - nearest) < kRounding;
  return to_integer<std::int64_t>(is_whole ? nearest : std::floor(steps) + 1.0,
                                  "number of steps of a stage");
}

}  // namespace

std::vector<StageSteps> steps_of(const std::vector<Stage>& stages, std::int64_t step_ns) {
  std::vector<StageSteps> all;
  std::int64_t first = 0;
  for (const Stage& stage : stages) {
    const std::int64_t end = first + count_steps(stage.duration, step_ns);
    all.push_back({first, end});
    first = end;
  }
  return all;
}

std::int64_t first_recorded_step(const std::vector<Stage>& stages, std::int64_t step_ns) {
  const auto recorded =
      std::find_if(stages.begin(), stages.end(), [](const Stage& stage) { return stage.record; });
  if (recorded == stages.end()) return 0;
  return steps_of(stages, step_ns)[static_cast<std::size_t>(recorded - stages.begin())].first_step;
}

hydro::Fading fading_of(const std::vector<Stage>& stages, std::int64_t step_ns,
                        hydro::Presence Stage::*of) {
  const bool always = std::all_of(stages.begin(), stages.end(), [of](const Stage& stage) {
    return stage.*of == hydro::Presence::kOn;
  });
  if (always) return {};
  // The times of steps, as StepTimes computes them.
  const auto time = [step_ns](std::int64_t step) {
    return 1e-9 * static_cast<double>(step * step_ns);
  };
  const std::vector<StageSteps> steps = steps_of(stages, step_ns);
  std::vector<hydro::Fading::Part> parts;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    parts.push_back({time(steps[i].first_step), time(steps[i].end_step), stages[i].*of});
  }
  return hydro::Fading(std::move(parts));
}

void check_stages(const std::vector<Stage>& stages, std::int64_t step_ns, Violations& violations) {
  violations.require(stages.size() <= kMostStages, "integration.stages",
                     fmt::format("must be at most {} stages", kMostStages),
                     fmt::format("{}", stages.size()));
  double whole = 0.0;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    whole += stages[i].duration;
    const double most = 1e9 / static_cast<double>(step_ns);
    violations.require(!(stages[i].damping > most),
                       fmt::format("integration.stages[{}].damping", i),
                       fmt::format("must be at most 1/step, {:.6g} 1/s", most),
                       fmt::format("{} 1/s", stages[i].damping));
  }
  violations.require(!(whole > kLongestRun), "integration.stages",
                     fmt::format("must last at most {:g} s together", kLongestRun),
                     fmt::format("{} s", whole));
}

}  // namespace raftup::solver
